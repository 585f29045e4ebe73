// <back-alley-hand hand="…">: a hand's page as an element of another page.  `hand` is what follows # in a hand's link.
const page = new URL(".", import.meta.url);

class BackAlleyHand extends HTMLElement {
  static readonly observedAttributes = ["hand", "title"];
  readonly #frame = document.createElement("iframe");

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    if (!root.childNodes.length) {
      const style = document.createElement("style");
      style.textContent =
        ":host{display:block;min-height:40rem}iframe{display:block;width:100%;height:100%;min-height:inherit;border:0}";
      this.#frame.loading = "lazy";
      root.append(style, this.#frame);
    }
    this.#show();
  }

  attributeChangedCallback() {
    if (this.isConnected && this.shadowRoot) this.#show();
  }

  #show() {
    const address = new URL(page);
    address.search = "embed";
    address.hash = this.getAttribute("hand") ?? "";
    this.#frame.title = this.getAttribute("title") ?? "Back Alley";
    if (this.#frame.src !== address.href) this.#frame.src = address.href;
  }
}

if (!customElements.get("back-alley-hand")) customElements.define("back-alley-hand", BackAlleyHand);

// <back-alley-hand hand="…">: a hand's page as an element of another page.  `hand` is what follows # in a hand's link.
// A classic script, since a module of another host is refused unless that host allows it.
(() => {
  const own = document.currentScript;
  if (!(own instanceof HTMLScriptElement) || customElements.get("back-alley-hand")) return;
  const page = new URL(".", own.src);

  class BackAlleyHand extends HTMLElement {
    static readonly observedAttributes = ["hand", "title"];
    readonly #frame = document.createElement("iframe");

    connectedCallback() {
      if (!this.shadowRoot) {
        const style = document.createElement("style");
        style.textContent =
          ":host{display:block;min-height:40rem}iframe{display:block;width:100%;height:100%;min-height:inherit;border:0}";
        this.attachShadow({ mode: "open" }).append(style, this.#frame);
        this.#frame.loading = "lazy";
      }
      this.#show();
    }

    attributeChangedCallback() {
      if (this.shadowRoot) this.#show();
    }

    #show() {
      const address = new URL(page);
      address.search = "embed";
      address.hash = this.getAttribute("hand") ?? "";
      this.#frame.title = this.getAttribute("title") ?? "Back Alley";
      if (this.#frame.src !== address.href) this.#frame.src = address.href;
    }
  }

  customElements.define("back-alley-hand", BackAlleyHand);
})();

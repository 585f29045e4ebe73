import { render } from "preact";

import "./page/page.css";
import { Page } from "./page/page.tsx";

const root = document.getElementById("page");
if (root) {
  root.replaceChildren();
  render(<Page />, root);
}

/** A file that is dropped anywhere on the page is read. */
import { useLayoutEffect, useState } from "preact/hooks";

export function useDrop(open: (file: File) => void, read: (text: string, name: string) => void): boolean {
  const [over, setOver] = useState(false);
  // Before the page is seen, so that no file is dropped on one that does not listen yet.
  useLayoutEffect(() => {
    const drag = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain");
      if (file) open(file);
      else if (text) read(text, "");
    };
    window.addEventListener("dragover", drag);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", drag);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  });
  return over;
}

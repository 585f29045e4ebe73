/** What has just changed, for who hears the page. */
export function Live({ text }: { readonly text: string }) {
  return (
    <p class="hidden-text" role="status" aria-live="polite" data-testid="live">
      {text}
    </p>
  );
}

export function Page() {
  return <h1>Back Alley</h1>;
}

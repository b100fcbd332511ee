export function Citations() {
  return <h1>Citations</h1>;
}

export function Competitors() {
  return <h1>Competitors</h1>;
}

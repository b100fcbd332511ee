export function Prompts() {
  return <h1>Prompts</h1>;
}

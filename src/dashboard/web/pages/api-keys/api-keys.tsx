export function ApiKeys() {
  return <h1>API keys</h1>;
}

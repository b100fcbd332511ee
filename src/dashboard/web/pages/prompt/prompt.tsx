export function PromptPage() {
  return <h1>Prompt</h1>;
}

export function Answers() {
  return <h1>Answers</h1>;
}

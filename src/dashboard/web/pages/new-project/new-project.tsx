export function NewProject() {
  return <h1>New project</h1>;
}

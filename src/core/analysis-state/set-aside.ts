/** Attempts at one set of names that ended with their worker's process, after which a project is set aside. */
export const UNFINISHED_MAX = 2;

/** Identifies a set of wanted names, beside `SELECTED_AND_WANTED`; as an SQL expression. */
export const NAMES_DIGEST = `sha256(convert_to(w.subjects::text, 'UTF8'))`;

/**
 * Whether the attempts marked by row `attempt` set its project aside, beside `SELECTED_AND_WANTED`; as an SQL
 * condition. Only the project lock shows whether the last attempt is still under way.
 */
export function isSetAside(attempt: string): string {
  return `${attempt}.unfinished >= ${UNFINISHED_MAX} and ${attempt}.names = ${NAMES_DIGEST}`;
}

/** So many attempts of workers at one set of names that ended with their process set a project aside. */
export const UNFINISHED_MAX = 2;

/** What the wanted names are told apart by, beside `SELECTED_AND_WANTED`; as an SQL expression. */
export const NAMES_DIGEST = `sha256(convert_to(w.subjects::text, 'UTF8'))`;

/**
 * Whether the attempts marked by row `attempt` set its project aside, beside `SELECTED_AND_WANTED`; as an SQL
 * condition. Of the last attempt it does not say whether it is still under way: the turn does.
 */
export function isSetAside(attempt: string): string {
  return `${attempt}.unfinished >= ${UNFINISHED_MAX} and ${attempt}.names = ${NAMES_DIGEST}`;
}

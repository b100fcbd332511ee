import { PROJECT_NAMES_MAX } from '../input.js';

/**
 * The names that project `p` is to be analysed with, given the analysis `a` that its readers see: the brand, the
 * competitors, and removed competitors that `a` looked for, so that their history stays (decisions, "competitor
 * removed"). Of the removed ones the last removed count, until their names together exceed the characters that a
 * project's may have; up to there a removal changes nothing here. The form is the stored one, so equality shows whether
 * a new analysis is due. A hashed list holds what `a` looked for: each read of the document costs its whole length.
 */
const wanted = (account: string) => `select jsonb_build_object(
       'brand', jsonb_build_object('name', p.brand_name, 'aliases', to_jsonb(p.aliases), 'website', p.website_url),
       'competitors', coalesce(
         jsonb_agg(
           jsonb_build_object(
             'id', c.subject_id, 'name', c.name, 'aliases', to_jsonb(c.aliases), 'website', c.website_url
           )
           order by c.created_at, c.id, c.subject_id
         ),
         '[]'
       )
     ) as subjects,
     coalesce(
       jsonb_object_agg(c.subject_id, floor(extract(epoch from c.removed_at) * 1000))
         filter (where c.removed_at is not null),
       '{}'
     ) as removed_at,
     greatest(p.updated_at, max(c.updated_at)) as changed_at
     from (
       select k.id as subject_id, c.id, c.name, c.aliases, c.website_url, c.created_at, c.updated_at,
         c.removed_at,
         sum(char_length(c.name) + char_length(array_to_string(c.aliases, ''))) filter (where c.removed_at is not null)
           over (order by c.removed_at desc nulls last, k.id rows unbounded preceding) as removed_characters
       from competitor_candidate k
       join competitor c on c.account_id = ${account} and c.id = k.competitor_id
       where k.account_id = ${account} and k.project_id = p.id and k.competitor_id is not null
         and (
           c.removed_at is null
           or k.id in (
             select (o.value ->> 'id')::uuid
             from jsonb_array_elements(a.subjects -> 'competitors') o
           )
         )
     ) c
     where c.removed_at is null or c.removed_characters <= ${PROJECT_NAMES_MAX}`;

/**
 * Projects `p`, each with its selection `s` and the analysis `a` that its readers see (both null before its first
 * answer), and with what is wanted, `w`: the names (`subjects`), when competitors among them were removed
 * (`removed_at`), and when the project or one of its competitors last changed (`changed_at`), never before its names
 * did.
 */
const selectedAndWanted = (account: string) => `from project p
   left join analysis_selection s on s.account_id = ${account} and s.project_id = p.id
   left join analysis a on a.account_id = ${account} and a.id = s.analysis_id
   cross join lateral (
     ${wanted(account)}
   ) w`;

/** Of projects of the account that is bound as $1. */
export const SELECTED_AND_WANTED = selectedAndWanted('$1');

/** Of projects of all accounts, for the upkeep. */
export const ALL_SELECTED_AND_WANTED = selectedAndWanted('p.account_id');

/**
 * Whether an analysis beside {@link SELECTED_AND_WANTED} looks for other names than are wanted; as an SQL condition.
 */
export function looksForOthers(analysis: string): string {
  return `${analysis}.subjects is distinct from w.subjects`;
}

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

import { statement } from '../../database/rows.js';
import type { Context } from '../context.js';

/** Jaccard's index of their stems from which on two texts are taken for wordings of one intent. */
export const SIMILARITY_MIN = 0.6;

/** The languages that prompts are suggested in, as the database calls its stemmers and lists of stop words. */
const LANGUAGES = ['english', 'german', 'french', 'spanish', 'italian', 'dutch', 'portuguese'];

/** Of each text in the language that leaves the fewest stems: the one whose stop words it has. */
const STEMS_OF_TEXTS = statement<{ stems: string[] }>(
  'stems-of-texts',
  `select s.stems
   from unnest($1::text[]) with ordinality as t (text, place)
   cross join lateral (
     select tsvector_to_array(v.words) as stems
     from unnest($2::text[]) with ordinality as l (name, place)
     cross join lateral (select to_tsvector(l.name::regconfig, t.text) as words) v
     order by length(v.words), l.place
     limit 1
   ) s
   order by t.place`,
);

/** The stems of each text without stop words, in their order; some hundred texts, as each language is tried. */
export async function stemsOfTexts(ctx: Context, texts: readonly string[]): Promise<ReadonlySet<string>[]> {
  if (texts.length === 0) return [];
  const rows = await ctx.db.rows(STEMS_OF_TEXTS, [texts, LANGUAGES]);
  return rows.map(({ stems }) => new Set(stems));
}

/** Texts of a file that its language is told by. */
const SAMPLED = 100;

const STEMS_OF_FILE = statement<{ stems: string[] }>(
  'stems-of-file',
  `with language as materialized (
     select l.name
     from unnest($2::text[]) with ordinality as l (name, place)
     cross join unnest($1::text[]) with ordinality as t (text, at)
     where t.at <= ${SAMPLED}
     group by l.name, l.place
     order by sum(length(to_tsvector(l.name::regconfig, t.text))), l.place
     limit 1
   )
   select tsvector_to_array(to_tsvector(l.name::regconfig, t.text)) as stems
   from unnest($1::text[]) with ordinality as t (text, at)
   cross join language l
   order by t.at`,
);

/** As {@link stemsOfTexts} for thousands of texts, which are taken to be of one language: that of the first hundred. */
export async function stemsOfFile(ctx: Context, texts: readonly string[]): Promise<ReadonlySet<string>[]> {
  if (texts.length === 0) return [];
  const rows = await ctx.db.rows(STEMS_OF_FILE, [texts, LANGUAGES]);
  return rows.map(({ stems }) => new Set(stems));
}

/** Stems that both have, of those that either has: 0 to 1; 0 where one has none. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let both = 0;
  for (const stem of left) if (right.has(stem)) both += 1;
  return both === 0 ? 0 : both / (left.size + right.size - both);
}

/**
 * For each text the place of the one that leads its group: of the leading texts before it the most alike one, from
 * {@link SIMILARITY_MIN} on, else its own. Two sets that are so alike share one of their rarest stems (prefix filter),
 * so that a text is compared with the leading ones that do, not with all.
 */
export function groupByStems(texts: readonly ReadonlySet<string>[]): number[] {
  const frequency = new Map<string, number>();
  for (const stems of texts) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const leading = new Map<string, number[]>();
  return texts.map((stems, at) => {
    const rarest = rarestOf(stems, frequency);
    const candidates = rarest.flatMap((stem) => leading.get(stem) ?? []);
    const lead = mostAlike(stems, candidates, texts) ?? at;
    if (lead === at) for (const stem of rarest) listOf(leading, stem).push(at);
    return lead;
  });
}

/** Of the candidates the most alike one, the first of equals; null where none is alike enough. */
function mostAlike(
  stems: ReadonlySet<string>,
  candidates: readonly number[],
  texts: readonly ReadonlySet<string>[],
): number | null {
  let [found, most]: [number | null, number] = [null, 0];
  for (const candidate of candidates) {
    const alike = similarity(stems, texts[candidate] ?? new Set());
    if (alike < SIMILARITY_MIN || alike < most) continue;
    if (alike > most || found === null || candidate < found) [found, most] = [candidate, alike];
  }
  return found;
}

function listOf(lists: Map<string, number[]>, key: string): number[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}

/** As many as any set that is alike enough must share one of. */
function rarestOf(stems: ReadonlySet<string>, frequency: ReadonlyMap<string, number>): string[] {
  const count = stems.size === 0 ? 0 : stems.size - Math.ceil(SIMILARITY_MIN * stems.size) + 1;
  const rank = (stem: string) => frequency.get(stem) ?? 0;
  return [...stems].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).slice(0, count);
}

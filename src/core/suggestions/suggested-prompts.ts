import { z } from 'zod';
import { statement } from '../../database/rows.js';
import type { SearchTermSource, Stage } from '../../entities/vocabulary.js';
import { brandedTexts } from '../branding/branded-prompts.js';
import { type Context, projectsSeenBy } from '../context.js';
import { invalid } from '../errors.js';
import { flag, stage, uuid } from '../input.js';
import { promptTextHash } from '../prompts/prompt-duplicates.js';
import { SIMILARITY_MIN, similarity, stemsOfTexts } from '../prompts/stems.js';
import { templatesOf } from './topic-templates.js';

/** Where suggestions come from: the customer's own search terms, or the project's topic, brand and competitors. */
export const SUGGESTION_ORIGINS = ['search_terms', 'topic'] as const;
export type SuggestionOrigin = (typeof SUGGESTION_ORIGINS)[number];

/** What suggestions are asked by. */
export const suggestionsInput = z.object({
  origin: z.enum(SUGGESTION_ORIGINS, `must be one of ${SUGGESTION_ORIGINS.join(', ')}`),
  stage: stage.nullish(),
  branded: flag.nullish(),
  marketId: uuid.nullish(),
});

/** A search term of a suggestion's group, with the numbers of its file. */
interface SuggestedTerm {
  term: string;
  impressions: number;
  clicks: number;
}

/** A text that a prompt might ask, verbatim. */
export interface PromptSuggestion {
  text: string;
  origin: SuggestionOrigin;
  /** Of search terms: whose search engine they were typed into; null for a topic's. */
  source: SearchTermSource | null;
  stage: Stage | null;
  /** Whether it names the brand. */
  isBranded: boolean;
  /** Of search terms: those of nearly the same words, most impressions first, {@link TERMS_SHOWN} at most. */
  terms: SuggestedTerm[];
  /** Of all terms of the group together; null where the origin knows none. */
  impressions: number | null;
  clicks: number | null;
  /** The prompt of nearly the same words in the same place, whose intent it would word otherwise; null without one. */
  wordingOfId: string | null;
}

interface SuggestionPage {
  entries: PromptSuggestion[];
  hasMore: boolean;
}

interface SuggestionQuery extends z.output<typeof suggestionsInput> {
  first: number;
  offset: number;
}

/** Terms that a suggestion shows of its group. */
const TERMS_SHOWN = 10;

const PROJECT = statement<{
  brand_name: string;
  main_topic: string;
  target_country: string;
  competitors: string[];
  market: { country: string; language: string | null } | null;
  prompts: { text: string; leadId: string; marketId: string | null }[];
}>(
  'project-of-suggestions',
  `select p.brand_name, p.main_topic, p.target_country,
     array(
       select c.name
       from competitor c
       where c.account_id = $1 and c.project_id = p.id and c.removed_at is null
       order by c.created_at, c.id
       limit 3
     ) as competitors,
     (
       select json_build_object('country', m.country, 'language', m.language)
       from market m
       where m.account_id = $1 and m.project_id = p.id and m.id = $3 and m.archived_at is null
     ) as market,
     (
       select coalesce(
         json_agg(
           json_build_object('text', q.prompt_text, 'leadId', coalesce(q.wording_of, q.id), 'marketId', q.market_id)
           order by q.created_at, q.id
         ), '[]')
       from prompt q
       where q.account_id = $1 and q.project_id = p.id and q.archived_at is null
         and ($3::uuid is null or q.market_id = $3)
     ) as prompts
   from project p
   where p.account_id = $1 and p.id = $2 and p.archived_at is null`,
);

/** Groups without a term that a prompt ($3) asks already, in one pass over the terms; $4 is a stage, null for all. */
const GROUPS = statement<{
  text: string;
  stage: Stage | null;
  impressions: number;
  clicks: number;
  terms: SuggestedTerm[];
  source: SearchTermSource;
}>(
  'groups-of-search-terms',
  `select max(t.term) filter (where t.term_hash = t.lead_hash) as text, t.source,
     max(t.stage) filter (where t.term_hash = t.lead_hash) as stage, sum(t.impressions)::float8 as impressions,
     sum(t.clicks)::float8 as clicks, array_to_json((
       array_agg(
         json_build_object('term', t.term, 'impressions', t.impressions, 'clicks', t.clicks)
         order by t.impressions desc, t.term
       )
     )[1:${TERMS_SHOWN}]) as terms
   from search_term t
   where t.account_id = $1 and t.project_id = $2
   group by t.source, t.lead_hash
   having not bool_or(t.term_hash = any ($3::bytea[]))
     and ($4::text is null or max(t.stage) filter (where t.term_hash = t.lead_hash) = $4)
   order by 4 desc, 1, 2
   limit $5 offset $6`,
);

type Draft = Omit<PromptSuggestion, 'isBranded' | 'wordingOfId'>;

/**
 * Texts that no prompt of the project asks yet, by project: search terms by impressions, questions of the topic by
 * stage; the same whenever they are asked. Nothing is rewritten: a group of search terms is asked as the one with most
 * impressions. A project that the account does not hold is not in the map. With a market, its language and its prompts
 * count alone; without one the texts of all prompts are left out, and those of the project's country may be worded.
 * @throws ServiceError VALIDATION_ERROR for what is no unarchived market of the project.
 * @throws Unavailable where finding what names the brand takes too long.
 */
export async function promptSuggestionsOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  query: SuggestionQuery,
): Promise<Map<string, SuggestionPage>> {
  const pages = new Map<string, SuggestionPage>();
  for (const id of new Set(projectsSeenBy(ctx.caller, projectIds))) {
    const page = await suggestionsOf(ctx, id, query);
    if (page) pages.set(id, page);
  }
  return pages;
}

async function suggestionsOf(ctx: Context, id: string, query: SuggestionQuery): Promise<SuggestionPage | null> {
  const { first, offset, branded, marketId = null } = query;
  const [project] = await ctx.db.rows(PROJECT, [ctx.caller.accountId, id, marketId]);
  if (!project) return null;
  if (marketId !== null && !project.market)
    throw invalid(['marketId'], 'must name an unarchived market of the project');
  const taken = project.prompts.map(({ text }) => promptTextHash(text));
  // What names the brand is told text by text, so that a filter by it is of the whole list.
  const isWhole = branded !== undefined && branded !== null;
  const part = isWhole ? { limit: GROUPS_MAX, offset: 0 } : { limit: first + 1, offset };
  const drafts =
    query.origin === 'topic'
      ? questionsOf(project, taken, query.stage).slice(part.offset, part.offset + part.limit)
      : await groupsOf(ctx, id, taken, query.stage, part);
  const naming = await brandedTexts(
    ctx,
    id,
    drafts.map(({ text }) => text),
  );
  const told = drafts.map((draft) => ({ ...draft, isBranded: naming.has(draft.text) }));
  const chosen = isWhole
    ? told.filter(({ isBranded }) => isBranded === branded).slice(offset, offset + first + 1)
    : told;
  const there = project.prompts.filter((prompt) => prompt.marketId === marketId);
  return { entries: await withWordings(ctx, chosen.slice(0, first), there), hasMore: chosen.length > first };
}

/** Of both sources together. */
const GROUPS_MAX = 10_000;

interface TopicOfProject {
  brand_name: string;
  main_topic: string;
  target_country: string;
  competitors: string[];
  market: { country: string; language: string | null } | null;
}

function questionsOf(project: TopicOfProject, taken: readonly Buffer[], wanted: Stage | null | undefined): Draft[] {
  const names = { topic: [project.main_topic].filter(Boolean), brand: [project.brand_name] };
  const places = { ...names, competitor: project.competitors };
  const known = new Set(taken.map((hash) => hash.toString('hex')));
  const drafts: Draft[] = [];
  const { country, language } = project.market ?? { country: project.target_country, language: null };
  for (const { stage: stageOfText, text } of templatesOf(country, language)) {
    if (wanted && wanted !== stageOfText) continue;
    for (const question of filled(text, places)) {
      const key = promptTextHash(question).toString('hex');
      if (known.has(key)) continue;
      known.add(key);
      drafts.push({ ...OF_NO_FILE, text: question, origin: 'topic', stage: stageOfText });
    }
  }
  return drafts;
}

const OF_NO_FILE = { source: null, terms: [], impressions: null, clicks: null };

/** A template with each name that its place may have; none where the project lacks one. Names are no patterns. */
function filled(text: string, places: Readonly<Record<'topic' | 'brand' | 'competitor', readonly string[]>>): string[] {
  let texts = [text];
  for (const place of ['topic', 'brand', 'competitor'] as const) {
    if (!text.includes(`{${place}}`)) continue;
    texts = texts.flatMap((one) => places[place].map((name) => one.replaceAll(`{${place}}`, () => name)));
  }
  return texts;
}

async function groupsOf(
  ctx: Context,
  id: string,
  taken: readonly Buffer[],
  wanted: Stage | null | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Draft[]> {
  const found = await ctx.db.rows(GROUPS, [ctx.caller.accountId, id, taken, wanted ?? null, limit, offset]);
  return found.map((group) => ({ ...group, origin: 'search_terms' }));
}

async function withWordings(
  ctx: Context,
  suggestions: readonly (Draft & { isBranded: boolean })[],
  prompts: readonly { text: string; leadId: string }[],
): Promise<PromptSuggestion[]> {
  const stems = await stemsOfTexts(
    ctx,
    [...suggestions, ...prompts].map(({ text }) => text),
  );
  return suggestions.map((suggestion, at) => {
    let [wordingOfId, most]: [string | null, number] = [null, 0];
    for (const [place, { leadId }] of prompts.entries()) {
      const alike = similarity(stems[at] ?? new Set(), stems[suggestions.length + place] ?? new Set());
      if (alike >= SIMILARITY_MIN && alike > most) [wordingOfId, most] = [leadId, alike];
    }
    return { ...suggestion, wordingOfId };
  });
}

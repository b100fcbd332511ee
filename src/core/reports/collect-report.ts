import { PLATFORMS, type Platform } from '../../entities/vocabulary.js';
import { getOrThrow } from '../access/access.js';
import { alertsOfPeriod } from '../alerts/alerts.js';
import { analysesOfProjects } from '../analysis-state/project-analysis.js';
import { changesOfProjects } from '../changes/changes.js';
import type { Context } from '../context.js';
import { standingsOfProjects } from '../metrics/brand-standings.js';
import { brandsOfProjects } from '../metrics/brands.js';
import { citationsOfProjects } from '../metrics/citations.js';
import { comparePlatforms, compareVisibility, periodBefore, type VisibilityComparison } from '../metrics/comparison.js';
import { evenScoresOfProjects } from '../metrics/even-score.js';
import type { Period } from '../metrics/metric-query.js';
import { visibilityOfPrompts } from '../metrics/prompt-visibility.js';
import { type SentimentCounts, sentimentOfProjects } from '../metrics/sentiment.js';
import { totalOf } from '../metrics/shares.js';
import { pooledTrendOfProjects } from '../metrics/trend.js';
import { findProjects } from '../projects/project.reads.js';
import { promptBriefsOfProjects } from '../prompts/prompt.reads.js';
import { qualityOfProjects } from '../runs/quality.js';
import { daysBefore, toDay } from '../time.js';
import {
  DOCUMENT_BYTES_MAX,
  REPORT_VERSION,
  type ReportAlert,
  type ReportBrand,
  type ReportDocument,
  type ReportPrompt,
  type ReportScore,
  type ReportSource,
  type ReportTone,
} from './report-document.js';
import { turnOf } from './turned-prompts.js';

/** Days that a point of the trend pools: the week's pattern cancels. */
const TREND_DAYS = 7;
/** Days before the period that tell what a prompt's answers say as a rule. */
const USUAL_DAYS = 56;
const BRANDS_MAX = 11;
/** Prompts that were gained, and as many that were lost. */
const TURNED_MAX = 10;
const SOURCES_MAX = 10;
const CHANGES_MAX = 20;
const ALERTS_MAX = 10;
/** Answers that a domain must be cited in before it counts as a new source. */
const NEW_SOURCE_RESPONSES = 5;
/** Domains of the period before that a new one is looked up among: those beyond are in hardly an answer. */
const DOMAINS_READ = 5_000;
/** Characters of a text that a caller wrote: a prompt, a name, a note. */
const TEXT_MAX = 200;
/** Of an alert: its finding with numbers and interval, and what moved with it. */
const ALERT_TEXT_MAX = 500;

/**
 * What a report says of a period, from the verbs that GraphQL's numbers come from, so that they are equal.
 * @throws ServiceError NOT_FOUND, FORBIDDEN.
 */
export async function collectReport(ctx: Context, projectId: string, period: Period): Promise<ReportDocument> {
  const before = periodBefore(period);
  const project = await getOrThrow(ctx, await findProjects(ctx, [projectId]), projectId);
  const analysis = (await analysesOfProjects(ctx, [projectId])).get(projectId);
  const { gained, lost, looked } = await turnedPrompts(ctx, projectId, period);
  const changes = (await changesOfProjects(ctx, [projectId], period)).get(projectId) ?? [];
  const document: ReportDocument = {
    version: REPORT_VERSION,
    project: { id: projectId, name: told(project.name), brandName: told(project.brandName) },
    period,
    before,
    madeAt: ctx.clock.now().toISOString(),
    analysisId: analysis?.analysisId ?? null,
    isReanalysing: analysis !== undefined && analysis.state !== 'current',
    ...(await scoresOf(ctx, projectId, period)),
    ...(await brandsOf(ctx, projectId, period)),
    gained,
    lost,
    promptsLookedAt: looked,
    ...(await sourcesOf(ctx, projectId, { period, before })),
    tone: await tonesOf(ctx, projectId, { period, before }),
    alerts: await alertsTold(ctx, projectId, period),
    changes: changes.slice(0, CHANGES_MAX).map(({ at, kind, text }) => ({ at, kind, text: told(text) })),
    furtherChanges: Math.max(0, changes.length - CHANGES_MAX),
    asked: await askedOf(ctx, projectId, period),
  };
  if (Buffer.byteLength(JSON.stringify(document)) > DOCUMENT_BYTES_MAX) throw new Error('a report has no such length');
  return document;
}

/** As it is shown: without controls, which JSON writes six times as long, and not longer than a line or two. */
function told(text: string, charactersMax = TEXT_MAX): string {
  const characters = [
    ...text
      .replace(/\s+/gu, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
      .trim(),
  ];
  return characters.length <= charactersMax
    ? characters.join('')
    : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** What ended after the period stood at its end. */
async function alertsTold(ctx: Context, projectId: string, period: Period): Promise<ReportAlert[]> {
  const found = await alertsOfPeriod(ctx, projectId, period, ALERTS_MAX);
  return found.map(({ openedAt, summary, resolvedAt, resolution }) => ({
    openedAt,
    summary: told(summary, ALERT_TEXT_MAX),
    ended: resolvedAt && resolution && toDay(new Date(resolvedAt)) <= period.to ? { at: resolvedAt, resolution } : null,
  }));
}

type Scores = Pick<ReportDocument, 'score' | 'evenScore' | 'trend' | 'platforms'>;

async function scoresOf(ctx: Context, projectId: string, period: Period): Promise<Scores> {
  const ids = [projectId];
  const whole = await getOrThrow(ctx, await compareVisibility(ctx, ids, { period }), projectId);
  const platforms =
    (await comparePlatforms(ctx, ids, { period })).get(projectId) ?? new Map<Platform, VisibilityComparison>();
  const even = (await evenScoresOfProjects(ctx, ids, { period })).get(projectId);
  const evenBefore = (await evenScoresOfProjects(ctx, ids, { period: periodBefore(period) })).get(projectId);
  const trend = (await pooledTrendOfProjects(ctx, ids, { period, over: TREND_DAYS })).get(projectId) ?? [];
  return {
    score: toScore(whole),
    evenScore: { now: even?.whole ?? null, before: evenBefore?.whole ?? null },
    trend: trend.map(({ date, score, responses }) => ({ date, percent: score, responses })),
    platforms: PLATFORMS.flatMap((platform) => {
      const compared = platforms.get(platform);
      return compared ? [{ platform, ...toScore(compared) }] : [];
    }),
  };
}

function toScore({ cells, current, previous, comparison }: VisibilityComparison): ReportScore {
  const { responses, naming } = totalOf(cells);
  const then = totalOf(
    cells.map(({ previousResponses, previousNaming }) => ({ responses: previousResponses, naming: previousNaming })),
  );
  const { verdict, change, interval, questions } = comparison;
  return {
    ...{ responses, naming, percent: current.score, interval: current.confidence },
    previous:
      then.responses === 0
        ? null
        : { responses: then.responses, percent: previous.score, interval: previous.confidence },
    compared: { verdict, change, interval, questions },
  };
}

async function brandsOf(
  ctx: Context,
  projectId: string,
  period: Period,
): Promise<Pick<ReportDocument, 'brands' | 'furtherBrands'>> {
  const query = { period, filter: { tracked: true }, withPrevious: true };
  const found = (await brandsOfProjects(ctx, [projectId], query)).get(projectId) ?? [];
  const standings = (await standingsOfProjects(ctx, [projectId], { period })).get(projectId);
  const brands = found.slice(0, BRANDS_MAX).map((brand): ReportBrand => {
    const standing = standings?.get(brand.candidateId ?? projectId);
    return {
      name: told(brand.name),
      isBrand: brand.isBrand,
      responses: brand.responseCount,
      percent: brand.visibilityScore,
      interval: standing?.confidence ?? null,
      share: brand.share,
      previousPercent: brand.previous?.visibilityScore ?? null,
      verdict: standing?.change ?? 'too_few_answers',
      againstBrand: standing?.againstBrand ?? null,
    };
  });
  return { brands, furtherBrands: found.length - brands.length };
}

/** The prompts whose answers turned: of those that are asked, by their question as it is worded now. */
async function turnedPrompts(
  ctx: Context,
  projectId: string,
  period: Period,
): Promise<{ gained: ReportPrompt[]; lost: ReportPrompt[]; looked: number }> {
  const all = (await promptBriefsOfProjects(ctx, [projectId])).get(projectId) ?? [];
  const ids = all.flatMap(({ id, isActive }) => (isActive ? [id] : []));
  const usual = { from: daysBefore(period.from, USUAL_DAYS), to: daysBefore(period.from, 1) };
  const now = await visibilityOfPrompts(ctx, ids, { period });
  const then = await visibilityOfPrompts(ctx, ids, { period: usual });
  const turned = { gained: [] as ReportPrompt[], lost: [] as ReportPrompt[], looked: ids.length };
  for (const { id, promptText } of all) {
    const [own, usually] = [now.get(id), then.get(id)];
    if (!(own && usually)) continue;
    const counts = { responses: own.responseCount, naming: own.brandMentionCount };
    const previous = { responses: usually.responseCount, naming: usually.brandMentionCount };
    const turn = turnOf(counts, previous, ids.length);
    if (turn === null || turned[turn].length >= TURNED_MAX) continue;
    const { responses: previousResponses, naming: previousNaming } = previous;
    turned[turn].push({ id, text: told(promptText), ...counts, previousResponses, previousNaming });
  }
  return turned;
}

interface Periods {
  period: Period;
  before: Period;
}

async function sourcesOf(
  ctx: Context,
  projectId: string,
  { period, before }: Periods,
): Promise<Pick<ReportDocument, 'newSources' | 'gaps'>> {
  const of = async (query: { period: Period; limit: number; gaps?: boolean; withNames?: boolean }) =>
    (await citationsOfProjects(ctx, [projectId], { offset: 0, topUrls: false, ...query })).get(projectId)?.citations ??
    [];
  const known = new Set((await of({ period: before, limit: DOMAINS_READ })).map(({ domain }) => domain));
  const now = await of({ period, limit: DOMAINS_READ });
  const isNew = ({ domain, responseCount }: (typeof now)[number]) =>
    responseCount >= NEW_SOURCE_RESPONSES && !known.has(domain);
  const gaps = await of({ period, limit: SOURCES_MAX, gaps: true, withNames: true });
  return {
    // In a project's first period all sources would be new.
    newSources: known.size === 0 ? [] : now.filter(isNew).slice(0, SOURCES_MAX).map(toSource),
    gaps: gaps.map(toSource),
  };

  function toSource({ domain, responseCount, naming }: (typeof now)[number]): ReportSource {
    return {
      domain,
      responses: responseCount,
      naming: naming && { brand: naming.responseCountNamingBrand, competitors: naming.competitorResponseCount },
    };
  }
}

async function tonesOf(ctx: Context, projectId: string, { period, before }: Periods): Promise<ReportDocument['tone']> {
  const now = (await sentimentOfProjects(ctx, [projectId], { period })).get(projectId);
  const then = (await sentimentOfProjects(ctx, [projectId], { period: before })).get(projectId);
  return { now: toTone(now), before: toTone(then) };
}

function toTone(counts: SentimentCounts | undefined): ReportTone {
  const { positive = 0, neutral = 0, negative = 0, mixed = 0 } = counts ?? {};
  return { positive, neutral, negative, mixed };
}

async function askedOf(ctx: Context, projectId: string, period: Period): Promise<ReportDocument['asked']> {
  const quality = (await qualityOfProjects(ctx, [projectId], { period })).get(projectId);
  return (quality?.byPlatform ?? []).map(({ platform, planned, accepted, failed, skipped, underWay }) => ({
    ...{ platform, planned, accepted, failed, skipped, underWay },
  }));
}

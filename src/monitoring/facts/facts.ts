import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubjectFacts } from '../../analysis/analyser.js';
import { promptTextHash } from '../../core/prompts/prompt-text.js';
import { rows } from '../../database/rows.js';
import { candidatesOf } from '../discovery/discovered-names.js';
import type { JudgedCount } from '../judging/judged-count.js';
import { type ReadSentiment, type StoredSentiment, sentimentOf, settleSentiments } from '../judging/read-sentiment.js';
import type { Analysis } from '../reader/analysis.types.js';
import { type AnswerReadings, type DiscoveredName, readAnswers } from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import { STORE_CITATIONS, STORE_MENTIONS, STORE_READINGS } from './answer.statements.js';
import type { RetainedAnswer } from './answer.types.js';

/**
 * The facts of some answers as rows of their tables: one reading an answer, one mention a name in it, one citation a
 * page.
 */
export interface Facts {
  readings: AnswerReading[];
  mentions: AnswerMentions[];
  citations: object[];
}

/** A sentiment that a judge decides is known once the verdict is looked up. */
interface AnswerReading {
  row: object;
  sentiment: ReadSentiment;
}

/** Mentions are grouped by answer: 40 rows of one answer would otherwise each repeat its columns. */
interface AnswerMentions {
  filedUnder: object;
  subjects: object[];
  /** Their subject is known once their candidates are found or made. */
  discovered: readonly DiscoveredName[];
}

export function noFacts(): Facts {
  return { readings: [], mentions: [], citations: [] };
}

/** Analyses retained answers: computes only, and lets the process do other work in between. */
export async function readFacts(
  { projectId }: ProjectScope,
  analysis: Analysis,
  answers: readonly RetainedAnswer[],
): Promise<Facts> {
  const facts = noFacts();
  const readings = await readAnswers(analysis, answers);
  for (const [place, reading] of readings.entries()) {
    const answer = answers[place];
    if (!answer) throw new Error('there are more readings than answers');
    const filedUnder = keyOf(answer);
    const { discovered } = reading;
    const sentiment = sentimentOf(analysis, answer.text, reading.brand);
    facts.readings.push({ row: { ...filedUnder, ...toReadingRow(answer, reading) }, sentiment });
    const subjects = toMentionRows(projectId, reading);
    if (subjects.length + discovered.length > 0) facts.mentions.push({ filedUnder, subjects, discovered });
    for (const row of toCitationRows(reading)) facts.citations.push({ ...filedUnder, ...row });
  }
  return facts;
}

/**
 * Stores facts under an analysis, one statement a table, with the saved verdicts on sentiment; no judge is asked here.
 * The caller must roll up their days, in the same transaction or before any reader sees the analysis.
 * @returns how many sentiments are a judge's, and how many fell back to the rules.
 */
export async function storeFacts(
  tx: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  facts: Facts,
): Promise<JudgedCount> {
  const key = [scope.accountId, scope.projectId, analysisId];
  const mentions = await withCandidates(tx, scope, facts.mentions);
  const { sentiments, judged } = await settleSentiments(
    tx,
    scope,
    facts.readings.map(({ sentiment }) => sentiment),
  );
  const readings = facts.readings.map(({ row }, place) => ({ ...row, ...toSentimentColumns(sentiments[place]) }));
  if (readings.length > 0) await rows(tx, STORE_READINGS, [...key, JSON.stringify(readings)]);
  if (mentions.length > 0) await rows(tx, STORE_MENTIONS, [...key, JSON.stringify(mentions)]);
  if (facts.citations.length > 0) await rows(tx, STORE_CITATIONS, [...key, JSON.stringify(facts.citations)]);
  return judged;
}

function toSentimentColumns(settled: StoredSentiment | undefined) {
  if (!settled) throw new Error('there are more readings than sentiments');
  const { sentiment, source, evidence } = settled;
  return { sentiment, sentiment_source: source, evidence: wellFormed(evidence) };
}

async function withCandidates(tx: EntityManager, scope: ProjectScope, mentions: Facts['mentions']): Promise<object[]> {
  const candidates = await candidatesOf(
    tx,
    scope,
    mentions.flatMap(({ discovered }) => discovered),
  );
  return mentions.map(({ filedUnder, subjects, discovered }) => {
    const found = discovered.map((name) => toMentionRow(candidates.get(name.key), name));
    return { ...filedUnder, mentions: [...subjects, ...found] };
  });
}

function keyOf({ id, bucketDate, platform, answeredAt }: RetainedAnswer) {
  return { bucket_date: bucketDate, answer_id: id, platform, answered_at: answeredAt.toISOString() };
}

function toReadingRow({ question }: RetainedAnswer, { brand }: AnswerReadings) {
  return {
    question_hash: promptTextHash(question).toString('hex'),
    is_brand_named: brand.mentionCount > 0,
  };
}

/** The brand's subject id is the project's own. */
function toMentionRows(projectId: string, { brand, competitors }: AnswerReadings) {
  const named = brand.mentionCount > 0 ? [{ id: projectId, facts: brand }, ...competitors] : competitors;
  return named.map(({ id, facts }) => toMentionRow(id, facts));
}

/** Spans are stored flat: start, end, start, end. */
function toMentionRow(subjectId: string | undefined, { mentionCount, spans, position }: SubjectFacts | DiscoveredName) {
  return { subject_id: subjectId, mention_count: mentionCount, spans: spans.flat(), position };
}

function toCitationRows({ citations }: AnswerReadings) {
  return citations.map(({ domain, url, title }, ordinal) => ({ ordinal, domain, url, title: wellFormed(title) }));
}

/** A passage cut by UTF-16 units may end in half a character, which the database would refuse. */
function wellFormed(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

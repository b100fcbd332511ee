import type { EntityManager } from '@mikro-orm/postgresql';
import { rows } from '../../database/rows.js';
import type { Analysis } from '../analyses/analysis.types.js';
import { type AnswerReadings, readAnswers } from '../analyses/answer-reader.js';
import type { SubjectFacts } from '../analysis/analyser.js';
import type { ProjectScope } from '../scope.js';
import { STORE_CITATIONS, STORE_MENTIONS, STORE_READINGS } from './answer.statements.js';
import type { RetainedAnswer } from './intake.types.js';

/** The facts of some answers as rows of their tables: one reading an answer, one mention a named subject, one citation a page. */
export interface Facts {
  readings: object[];
  mentions: object[];
  citations: object[];
}

/** Reads retained answers under an analysis: computes only, letting the process's other work in between. */
export async function readFacts(
  { projectId }: ProjectScope,
  analysis: Analysis,
  answers: readonly RetainedAnswer[],
): Promise<Facts> {
  const facts: Facts = { readings: [], mentions: [], citations: [] };
  const readings = await readAnswers(analysis, answers);
  for (const [place, reading] of readings.entries()) {
    const answer = answers[place];
    if (!answer) throw new Error('there are more readings than answers');
    const key = keyOf(answer);
    facts.readings.push({ ...key, ...toReadingRow(reading) });
    for (const row of toMentionRows(projectId, reading)) facts.mentions.push({ ...key, ...row });
    for (const row of toCitationRows(reading)) facts.citations.push({ ...key, ...row });
  }
  return facts;
}

/**
 * Stores facts under an analysis, a statement a table. The caller owes the daily rollups of their days, in the same
 * transaction or before anybody sees the analysis.
 */
export async function storeFacts(
  tx: EntityManager,
  scope: ProjectScope,
  analysisId: string,
  facts: Facts,
): Promise<void> {
  const key = [scope.accountId, scope.projectId, analysisId];
  if (facts.readings.length > 0) await rows(tx, STORE_READINGS, [...key, JSON.stringify(facts.readings)]);
  if (facts.mentions.length > 0) await rows(tx, STORE_MENTIONS, [...key, JSON.stringify(facts.mentions)]);
  if (facts.citations.length > 0) await rows(tx, STORE_CITATIONS, [...key, JSON.stringify(facts.citations)]);
}

function keyOf({ id, bucketDate, platform, answeredAt }: RetainedAnswer) {
  return { bucket_date: bucketDate, answer_id: id, platform, answered_at: answeredAt };
}

function toReadingRow({ brand }: AnswerReadings) {
  return {
    is_brand_named: brand.mentionCount > 0,
    sentiment: brand.sentiment,
    evidence: wellFormed(brand.evidence),
  };
}

/** The brand's subject id is the project's own. */
function toMentionRows(projectId: string, { brand, competitors }: AnswerReadings) {
  const named = brand.mentionCount > 0 ? [{ id: projectId, facts: brand }, ...competitors] : competitors;
  return named.map(({ id, facts }) => ({ subject_id: id, ...toMentionRow(facts) }));
}

/** Spans lie flat: start, end, start, end. */
function toMentionRow({ mentionCount, spans, position }: SubjectFacts) {
  return { mention_count: mentionCount, spans: spans.flat(), position };
}

function toCitationRows({ citations }: AnswerReadings) {
  return citations.map(({ domain, url, title }, ordinal) => ({ ordinal, domain, url, title: wellFormed(title) }));
}

/** A passage cut at a number of UTF-16 units may end in half a character, which the database would refuse. */
function wellFormed(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

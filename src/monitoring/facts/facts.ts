import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubjectFacts } from '../../analysis/analyser.js';
import { promptTextHash } from '../../core/prompts/prompt-text.js';
import { rows } from '../../database/rows.js';
import type { Decider } from '../../entities/vocabulary.js';
import type { JudgedCount } from '../judge/judged-count.js';
import { type ReadByRules, type SettledAnswer, settleAnswers } from '../judge/settle-answers.js';
import type { Analysis } from '../reader/analysis.types.js';
import { BRAND, type DiscoveredName } from '../reader/answer-reader.js';
import type { ProjectScope } from '../scope.js';
import { STORE_CITATIONS, STORE_MENTIONS, STORE_READINGS } from './answer.statements.js';
import type { RetainedAnswer } from './answer.types.js';
import { candidatesOf } from './discovered-names.js';

/** Some answers as the rules read them; their rows are known once the verdicts of a judge are looked up. */
export type Facts = readonly ReadByRules<RetainedAnswer>[];

/** Mentions are grouped by answer: 40 rows of one answer would otherwise each repeat its columns. */
interface AnswerMentions {
  filedUnder: object;
  subjects: object[];
  /** Their subject is known once their candidates are found or made. */
  discovered: readonly DiscoveredName[];
}

/**
 * Stores facts under an analysis, one statement a table: one reading an answer, one mention a name in it, one citation
 * a page. Saved verdicts of its judge count; no judge is asked here. The caller must roll up their days, in the same
 * transaction or before any reader sees the analysis.
 * @returns how many answers a judge decided, and how many fell back to the rules.
 */
export async function storeFacts(
  tx: EntityManager,
  scope: ProjectScope,
  analysis: Analysis,
  facts: Facts,
): Promise<JudgedCount> {
  const key = [scope.accountId, scope.projectId, analysis.id];
  const { settled, judged } = await settleAnswers(tx, scope, analysis, facts);
  const mentions = await withCandidates(tx, scope, settled.flatMap(toAnswerMentions(scope)));
  const citations = settled.flatMap(toCitationRows);
  if (settled.length > 0) await rows(tx, STORE_READINGS, [...key, JSON.stringify(settled.map(toReadingRow))]);
  if (mentions.length > 0) await rows(tx, STORE_MENTIONS, [...key, JSON.stringify(mentions)]);
  if (citations.length > 0) await rows(tx, STORE_CITATIONS, [...key, JSON.stringify(citations)]);
  return judged;
}

type SettledFacts = SettledAnswer<RetainedAnswer>;

async function withCandidates(
  tx: EntityManager,
  scope: ProjectScope,
  mentions: readonly AnswerMentions[],
): Promise<object[]> {
  const candidates = await candidatesOf(
    tx,
    scope,
    mentions.flatMap(({ discovered }) => discovered),
  );
  return mentions.map(({ filedUnder, subjects, discovered }) => {
    const found = discovered.map((name) => toMentionRow(candidates.get(name.key), name, 'rules'));
    return { ...filedUnder, mentions: [...subjects, ...found] };
  });
}

function keyOf({ id, bucketDate, platform, answeredAt }: RetainedAnswer) {
  return { bucket_date: bucketDate, answer_id: id, platform, answered_at: answeredAt.toISOString() };
}

function toReadingRow({ answer, reading, deciders, sentiment, source, evidence }: SettledFacts) {
  return {
    ...keyOf(answer),
    question_hash: promptTextHash(answer.question).toString('hex'),
    is_brand_named: reading.brand.mentionCount > 0,
    brand_decided_by: deciderOf(deciders, BRAND),
    sentiment,
    sentiment_source: source,
    evidence: wellFormed(evidence),
  };
}

function deciderOf(deciders: SettledFacts['deciders'], subject: number): Decider {
  return deciders.get(subject) ?? 'rules';
}

/** The brand's subject id is the project's own. */
function toAnswerMentions({ projectId }: ProjectScope) {
  return ({ answer, reading, deciders }: SettledFacts): AnswerMentions[] => {
    const { brand, competitors, discovered } = reading;
    const named =
      brand.mentionCount > 0 ? [{ id: projectId, subject: BRAND, facts: brand }, ...competitors] : competitors;
    if (named.length + discovered.length === 0) return [];
    const subjects = named.map(({ id, subject, facts }) => toMentionRow(id, facts, deciderOf(deciders, subject)));
    return [{ filedUnder: keyOf(answer), subjects, discovered }];
  };
}

/** Spans are stored flat: start, end, start, end. */
function toMentionRow(
  subjectId: string | undefined,
  { mentionCount, spans, position }: SubjectFacts | DiscoveredName,
  decider: Decider,
) {
  return { subject_id: subjectId, mention_count: mentionCount, spans: spans.flat(), position, decided_by: decider };
}

function toCitationRows({ answer, reading }: SettledFacts) {
  const filedUnder = keyOf(answer);
  return reading.citations.map(({ domain, url, title }, ordinal) => {
    return { ...filedUnder, ordinal, domain, url, title: wellFormed(title) };
  });
}

/** A passage cut by UTF-16 units may end in half a character, which the database would refuse. */
function wellFormed(text: string | null): string | null {
  return text === null ? null : text.toWellFormed();
}

import type { CandidateLabels, ScoredAnswer, Share } from './scored.js';

export interface CandidateScores {
  precision: Share;
  recall: Share;
  /** Found names without a label, and labelled names that were not found, each after its answer's id. */
  wrong: string[];
  missed: string[];
}

/**
 * Compares the candidates of each answer with its labelled names. An optional name is right when found and not missed
 * when left out. Case, accents, punctuation and spaces make no other name; a form of two names counts for the first.
 */
export function scoreCandidates(answers: readonly ScoredAnswer[]): CandidateScores {
  const scores: CandidateScores = {
    precision: { part: 0, whole: 0 },
    recall: { part: 0, whole: 0 },
    wrong: [],
    missed: [],
  };
  for (const { id, candidates } of answers) {
    if (candidates) addAnswer(scores, id, candidates.found, candidates.labels);
  }
  return scores;
}

function addAnswer(scores: CandidateScores, id: string, found: readonly string[], labels: CandidateLabels): void {
  const forms = labels.names.map((name) => [name, ...(labels.variants[name] ?? [])].map(key));
  const places = found.map((name) => forms.findIndex((accepted) => accepted.includes(key(name))));
  const wrong = found.filter((_, at) => places[at] === -1);
  const expected = labels.names.filter((name) => !labels.optional.includes(name));
  const missed = expected.filter((name) => !places.includes(labels.names.indexOf(name)));
  scores.precision.part += found.length - wrong.length;
  scores.precision.whole += found.length;
  scores.recall.part += expected.length - missed.length;
  scores.recall.whole += expected.length;
  scores.wrong.push(...wrong.map((name) => `${id} ${name}`));
  scores.missed.push(...missed.map((name) => `${id} ${name}`));
}

function key(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

import type { ComparedCell } from '../../src/core/metrics/comparison.js';
import type { PairedQuestion } from '../../src/core/metrics/paired-comparison.js';
import type { SegmentCell } from '../../src/core/metrics/segment-difference.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';

/** From 0 to below 1. */
export type Chance = () => number;

/**
 * What is monitored: `answers` in each cell (question × platform) of a period, and how alike those of a question are.
 */
export interface Design {
  questions: number;
  platforms: number;
  answers: number;
  /** So many of the questions are asked seven times as often; none by default. */
  daily?: number;
  /** Share of answers that name the brand, over all questions there might be. */
  share: number;
  /**
   * Intra-cluster correlation: 0 where answers to one question are no more alike than others, 1 where all are equal.
   */
  likeness: number;
}

/** How the second period differs from the first. */
export interface Change {
  /** Added to the mean share. */
  shift: number;
  /** Whether each question draws a share of its own in each period, or keeps it. */
  isRedrawn: boolean;
  /** Share of the questions that are replaced by new ones. */
  replaced: number;
  /** Standard deviation of what a question's share moves by itself; none by default. */
  ownMovement?: number;
}

/** Beta-binomial counts of one period: each question draws its share, each answer is drawn with that share. */
export function drawPeriod(design: Design, chance: Chance): { responses: number; naming: number }[] {
  return Array.from({ length: design.questions }, (_, n) => {
    const responses = design.platforms * answersTo(n, design);
    const share = drawShare(design.share, design.likeness, chance);
    return { responses, naming: drawNaming(responses, share, chance) };
  });
}

/** Cells of two periods; a replaced question has responses in the first only, and its successor in the second. */
export function drawPeriods(design: Design, change: Change, chance: Chance): ComparedCell[] {
  const replaced = Math.round(change.replaced * design.questions);
  return Array.from({ length: design.questions + replaced }, (_, n) => {
    const { before, after } = drawShares(design, change, chance);
    const responses = n < replaced ? 0 : answersTo(n, design);
    const previousResponses = n >= design.questions ? 0 : answersTo(n, design);
    return PLATFORMS.slice(0, design.platforms).map((platform) => ({
      question: n,
      platform,
      responses,
      naming: drawNaming(responses, after, chance),
      previousResponses,
      previousNaming: drawNaming(previousResponses, before, chance),
    }));
  }).flat();
}

/**
 * How the answers of a period are shared out: alike, by how undecided the answers of the period before are, or three
 * times as many to questions that a quarter to three quarters of those name the brand in.
 */
export type Allocation = 'equal' | 'variance' | 'borderline';

/** Cells of two periods with as many answers in all as the design has, shared out by those of a period before. */
export function drawAllocated(design: Design, change: Change, allocation: Allocation, chance: Chance): ComparedCell[] {
  const asked = design.platforms * design.answers;
  const questions = Array.from({ length: design.questions }, () => {
    const shares = drawShares(design, change, chance);
    const share = (drawNaming(asked, shares.before, chance) + 0.5) / (asked + 1);
    return { ...shares, weight: weightOf(share, allocation) };
  });
  const whole = questions.reduce((sum, { weight }) => sum + weight, 0);
  return questions.flatMap(({ before, after, weight }, question) => {
    const responses = Math.max(1, Math.round((design.answers * design.questions * weight) / whole));
    return PLATFORMS.slice(0, design.platforms).map((platform) => ({
      question,
      platform,
      responses,
      naming: drawNaming(responses, after, chance),
      previousResponses: responses,
      previousNaming: drawNaming(responses, before, chance),
    }));
  });
}

function weightOf(share: number, allocation: Allocation): number {
  switch (allocation) {
    case 'equal':
      return 1;
    case 'variance':
      return share * (1 - share);
    case 'borderline':
      return share >= 0.25 && share <= 0.75 ? 3 : 1;
  }
}

/** Cells of one period in which the questions asked daily are those that the brand does best in. */
export function drawFavoured(design: Design, daily: number, others: number, chance: Chance): SegmentCell[] {
  return Array.from({ length: design.questions }, (_, n) => {
    const share = drawShare(n < (design.daily ?? 0) ? daily : others, design.likeness, chance);
    return cellsOf(design, n, share, chance);
  }).flat();
}

/** Cells of two segments: of other intents, or of the same ones in other words; the second is higher by `shift`. */
export function drawSegments(
  design: Design,
  { shift, isPaired }: { shift: number; isPaired: boolean },
  chance: Chance,
): [SegmentCell[], SegmentCell[]] {
  const shares = Array.from({ length: design.questions }, () => drawShare(design.share, design.likeness, chance));
  const raised = (share: number) => share + (shift / (1 - design.share)) * (1 - share);
  const others = isPaired
    ? shares.map((share) => raised(drawShare(share, WORDING_LIKENESS, chance)))
    : shares.map(() => raised(drawShare(design.share, design.likeness, chance)));
  const cells = (of: readonly number[], segment: string) =>
    of
      .flatMap((share, n) => cellsOf(design, n, share, chance))
      .map((cell) => ({
        ...cell,
        question: `${segment} ${cell.question}`,
        intent: isPaired ? cell.intent : `${segment} ${cell.intent}`,
        pair: isPaired ? cell.pair : `${segment} ${cell.pair}`,
      }));
  return [cells(shares, 'one'), cells(others, 'other')];
}

function cellsOf(design: Design, question: number, share: number, chance: Chance): SegmentCell[] {
  const responses = answersTo(question, design);
  return PLATFORMS.slice(0, design.platforms).map((platform) => ({
    question: String(question),
    intent: String(question),
    pair: String(question),
    platform,
    responses,
    naming: drawNaming(responses, share, chance),
  }));
}

/** How alike answers to one wording are beside those to the others of its intent: as 792 recorded answers are. */
const WORDING_LIKENESS = 0.08;
/** Standard deviation of what an intent's share moves by itself from one period to the next. */
const OWN_MOVEMENT = 0.07;

/** A cell of a wording, with the intent that it words. */
export type WordedCell = ComparedCell & { intent: number };

/** Cells of two periods in which nothing moved but each intent by itself; every intent has so many wordings. */
export function drawWordings(design: Design, wordings: number, chance: Chance): WordedCell[] {
  return Array.from({ length: design.questions }, (_, intent) => {
    const before = drawShare(design.share, design.likeness, chance);
    const after = Math.min(1, Math.max(0, before + OWN_MOVEMENT * drawNormal(chance)));
    return Array.from({ length: wordings }, (_unused, wording) => {
      const drawOf = (share: number) => drawShare(share, WORDING_LIKENESS, chance);
      const [now, former] = [drawOf(after), drawOf(before)];
      return PLATFORMS.slice(0, design.platforms).map((platform) => ({
        intent,
        question: intent * wordings + wording,
        platform,
        responses: design.answers,
        naming: drawNaming(design.answers, now, chance),
        previousResponses: design.answers,
        previousNaming: drawNaming(design.answers, former, chance),
      }));
    }).flat();
  }).flat();
}

/**
 * A question's share in both periods: a rise is larger where there is room. What it moves by itself is drawn around it,
 * less near 0 and 1, so that the mean stays.
 */
export function drawShares(design: Design, change: Change, chance: Chance): { before: number; after: number } {
  const draw = () => drawShare(design.share, design.likeness, chance);
  const scatter = 2 * design.share * (1 - design.share) * (1 - design.likeness);
  const astray = (share: number) =>
    change.ownMovement === undefined ? share : drawShare(share, change.ownMovement ** 2 / scatter, chance);
  const own = draw();
  const later = change.isRedrawn ? draw() : own;
  return { before: astray(own), after: astray(later + (change.shift / (1 - design.share)) * (1 - later)) };
}

/** How the other of two names differs from the one. */
export interface Pair {
  /**
   * Whether a question that likes the one likes the other as much (`together`), neither knows of the other (`apart`),
   * or an answer names one in place of the other (`instead`).
   */
  bond: 'together' | 'apart' | 'instead';
  /** Added to the mean share. */
  shift: number;
}

/** Counts of one period: each question draws a share for each name, each answer whether it names them. */
export function drawNames(design: Design, { bond, shift }: Pair, chance: Chance): PairedQuestion[] {
  return Array.from({ length: design.questions }, (_, n) => {
    const responses = design.platforms * answersTo(n, design);
    if (bond === 'instead') return drawEither(design, { shift, responses }, chance);
    const share = drawShare(design.share, design.likeness, chance);
    const otherShare =
      bond === 'together'
        ? share + (shift / (1 - design.share)) * (1 - share)
        : drawShare(design.share + shift, design.likeness, chance);
    const naming = drawNaming(responses, otherShare, chance);
    return { responses, naming, namingOther: drawNaming(responses, share, chance) };
  });
}

/** No answer names both: their shares and that of neither are drawn together (Dirichlet, one beta after the other). */
function drawEither(
  { share, likeness }: Design,
  { shift, responses }: { shift: number; responses: number },
  chance: Chance,
): PairedQuestion {
  const either = 2 * share + shift;
  const named = drawShare(either, likeness, chance);
  // The rest of a Dirichlet is one of less weight, so its answers are more alike.
  const within = likeness === 0 ? 0 : 1 / (1 + either * (1 / likeness - 1));
  const ofOther = drawShare((share + shift) / either, within, chance);
  const counts = { naming: 0, namingOther: 0 };
  for (let n = 0; n < responses; n++) {
    const drawn = chance();
    if (drawn < named * ofOther) counts.naming += 1;
    else if (drawn < named) counts.namingOther += 1;
  }
  return { responses, ...counts };
}

/** Of one platform and period. */
function answersTo(question: number, { answers, daily = 0 }: Design): number {
  return question < daily ? 7 * answers : answers;
}

function drawNaming(answers: number, share: number, chance: Chance): number {
  let naming = 0;
  for (let n = 0; n < answers; n++) if (chance() < share) naming += 1;
  return naming;
}

/** Beta with the mean `share` whose draws make answers as alike as `likeness` says. */
export function drawShare(share: number, likeness: number, chance: Chance): number {
  if (likeness === 0) return share;
  const size = 1 / likeness - 1;
  const named = drawGamma(share * size, chance);
  const unnamed = drawGamma((1 - share) * size, chance);
  return named + unnamed === 0 ? Number(chance() < share) : named / (named + unnamed);
}

/** Gamma of scale 1, after Marsaglia and Tsang (2000). */
function drawGamma(shape: number, chance: Chance): number {
  if (shape < 1) return drawGamma(shape + 1, chance) * chance() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = drawNormal(chance);
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - chance()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** By Box and Muller. */
export function drawNormal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

/** Which platforms a move is on: the first alone, all of them, or none. */
export type Where = 'first' | 'all' | 'none';

/**
 * Cells of two periods in which some platforms moved by `shift`, and each question by itself, on all platforms alike.
 */
export function drawModelChange(
  design: Design,
  { shift, where }: { shift: number; where: Where },
  chance: Chance,
): ComparedCell[] {
  return Array.from({ length: design.questions }, (_, question) => {
    const before = drawShare(design.share, design.likeness, chance);
    const own = Math.min(1, Math.max(0, before + OWN_MOVEMENT * drawNormal(chance)));
    return PLATFORMS.slice(0, design.platforms).map((platform, at) => {
      const isMoved = where === 'all' || (where === 'first' && at === 0);
      const after = isMoved ? own + (shift / (1 - design.share)) * (1 - own) : own;
      return {
        question,
        platform,
        responses: design.answers,
        naming: drawNaming(design.answers, after, chance),
        previousResponses: design.answers,
        previousNaming: drawNaming(design.answers, before, chance),
      };
    });
  }).flat();
}

import fc from 'fast-check';
import { resolutionOf } from '../../../src/core/sample-size/detectable.js';
import { type Allowance, type AskedPrompt, planSample } from '../../../src/core/sample-size/sample-size.js';
import { type MeasuredParts, measureParts, usualParts } from '../../../src/core/sample-size/variance-parts.js';
import { PLATFORMS } from '../../../src/entities/vocabulary.js';
import { first } from '../../support/expectations.js';

/** Two-sided 95 % quantiles of Student's t and the normal quantile of 80 %, from tables. */
const T: Readonly<Record<number, number>> = { 24: 2.0639, 49: 2.0096, 99: 1.9842 };
const Z80 = 0.8416;

const USUAL: MeasuredParts = { ...usualParts(), basis: 'assumed', intents: 0, answers: 0 };
const WISH = { changePoints: 5, weeks: 4, power: 80 };
const AGENCY: Allowance = {
  ...{ platforms: PLATFORMS, prompts: 200, dailySlots: 60, creditsPerMonth: 15_000 },
  repeats: { now: 1, most: 3 },
};

const asked = (count: number, more: Partial<AskedPrompt> = {}): AskedPrompt[] =>
  Array.from({ length: count }, (_, at) => ({ intent: `${at}`, isDaily: false, platforms: PLATFORMS, ...more }));

describe('what a design tells', () => {
  test.each([25, 50, 100])('of %d questions alike is as the formula has it', (intents) => {
    const { share: s, within: w, between: b, ownMovement } = usualParts();
    const m = 16;
    const { detectablePoints, halfWidthPoints } = resolutionOf([{ intents, answers: m }], usualParts(), 80);
    const change = (detectablePoints ?? 0) / 100;
    const c = change / (1 - s);
    const later = (1 - c) * (w + c * ((1 - s) ** 2 + b));
    const variance = ((w + later) / m + ownMovement + c * c * b) / intents + 2 / (intents * m) ** 2;
    expect(change / Math.sqrt(variance)).toBeCloseTo((T[intents - 1] ?? 0) + Z80, 1);
    expect(halfWidthPoints).toBeCloseTo(100 * (T[intents - 1] ?? 0) * Math.sqrt((b + w / m) / intents), 1);
  });

  test('is finer with more questions, more answers and less power', () => {
    const design = fc.record({ intents: fc.integer({ min: 5, max: 200 }), answers: fc.integer({ min: 1, max: 200 }) });
    fc.assert(
      fc.property(design, fc.integer({ min: 50, max: 94 }), (one, power) => {
        const told = (given: typeof one, wanted = power) => {
          const { detectablePoints, halfWidthPoints } = resolutionOf([given], usualParts(), wanted);
          return [detectablePoints ?? Number.NaN, halfWidthPoints ?? Number.NaN] as const;
        };
        const [change, width] = told(one);
        const others = [
          told({ ...one, intents: one.intents + 1 }),
          told({ ...one, answers: one.answers + 1 }),
          [told({ ...one }, power - 0.5)[0], width] as const,
        ];
        for (const [otherChange, otherWidth] of others) {
          expect(otherChange).toBeLessThanOrEqual(change);
          expect(otherWidth).toBeLessThanOrEqual(width);
        }
      }),
    );
  });

  test('is unknown of fewer than five questions, and where one holds nearly all answers', () => {
    const unknown = { detectablePoints: null, halfWidthPoints: null };
    expect(resolutionOf([{ intents: 4, answers: 90 }], usualParts(), 80)).toEqual(unknown);
    expect(resolutionOf([], usualParts(), 80)).toEqual(unknown);
    const lopsided = [
      { intents: 1, answers: 1_000 },
      { intents: 20, answers: 1 },
    ];
    expect(resolutionOf(lopsided, usualParts(), 80)).toEqual(unknown);
  });
});

describe('the parts of a variance', () => {
  const cell = (question: number, naming: number, previousNaming: number, responses = 8) => {
    return { question, platform: 'claude' as const, responses, naming, previousResponses: responses, previousNaming };
  };

  test('are the usual ones without answers, and drawn toward these by the weight of ten intents', () => {
    expect(measureParts([])).toEqual({ ...USUAL });
    expect(measureParts([cell(1, 8, 8)])).toMatchObject({ basis: 'assumed', intents: 1, answers: 16 });
    const steady = Array.from({ length: 40 }, (_, n) => cell(n, n % 2 === 0 ? 8 : 0, n % 2 === 0 ? 8 : 0));
    const { share, within, between, ownMovement, basis } = measureParts(steady);
    expect([share, basis]).toEqual([0.5, 'measured']);
    expect(within).toBeCloseTo((40 * 0 + 10 * 0.125) / 50, 10);
    expect(between).toBeCloseTo((40 * ((0.25 * 40) / 39 - within / 16) + 10 * 0.125) / 50, 10);
    expect(ownMovement).toBeCloseTo((40 * 0 + 10 * 0.005) / 50, 10);
  });

  test('have no negative one, and a share that leaves room, whatever the answers', () => {
    const cells = fc.array(
      fc
        .tuple(fc.nat(40), fc.nat(20), fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([question, responses, previousResponses, share]) => ({
          ...{ question, platform: 'claude' as const, responses, previousResponses },
          ...{ naming: Math.round(responses * share), previousNaming: Math.round(previousResponses * share) },
        })),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(cells, (given) => {
        const { share, within, between, ownMovement } = measureParts(given);
        expect(share).toBeGreaterThanOrEqual(0.05);
        expect(share).toBeLessThanOrEqual(0.95);
        for (const part of [within, between, ownMovement]) {
          expect(part).toBeGreaterThan(0);
          expect(part).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('ways of asking', () => {
  test('tell what is wanted with as few questions as that takes, the cheapest first', () => {
    const { options, cheapest } = planSample(asked(24), AGENCY, USUAL, WISH);
    expect(options.map(({ intents, repeats, isDaily }) => [intents, repeats, isDaily])).toEqual([
      [67, 1, false],
      [43, 2, false],
      [35, 3, false],
      [26, 1, true],
    ]);
    expect(options.map(({ creditsPerMonth }) => creditsPerMonth)).toEqual([1_165, 1_495, 1_825, 3_163]);
    expect(cheapest).toEqual(options[0]);
    for (const option of options) {
      expect(option.reaches).toBe(true);
      const answers = 4 * 4 * (option.isDaily ? 7 : option.repeats);
      const one = resolutionOf([{ intents: option.intents - 1, answers }], USUAL, 80);
      expect(one.detectablePoints ?? 100).toBeGreaterThan(5);
    }
  });

  test('beyond the plan are told with what they exceed, and the cheapest is within it', () => {
    const plan = { ...AGENCY, prompts: 50, dailySlots: 5, creditsPerMonth: 1_500, repeats: { now: 1, most: 3 } };
    const { options, cheapest } = planSample(asked(24), plan, USUAL, WISH);
    expect(options.map(({ limit }) => limit)).toEqual(['prompt_capacity', null, 'credits', 'daily_slots']);
    expect(cheapest).toMatchObject({ intents: 43, repeats: 2 });
    const few = planSample(asked(8), plan, USUAL, { ...WISH, changePoints: 20 });
    expect(few.present.limit).toBe('too_few_questions');
    expect(few.cheapest?.limit).toBe('too_few_questions');
  });

  test('of wordings count intents once, and prompts and credits each', () => {
    const wordings = [...asked(10), ...asked(10)];
    const { present } = planSample(wordings, AGENCY, USUAL, WISH);
    expect(present).toMatchObject({ intents: 10, prompts: 20, platforms: 4, repeats: 1, isDaily: false });
    expect(present.creditsPerMonth).toBe(Math.round((20 * 4 * 365) / 84));
    const once = planSample(asked(20), AGENCY, USUAL, WISH).present;
    expect(present.detectablePoints).toBeGreaterThan(once.detectablePoints ?? 0);
  });

  test('the next credit goes to what improves most for it, and least to a few daily ones', () => {
    const { present, nextCredit } = planSample(asked(40, { platforms: ['chatgpt', 'claude'] }), AGENCY, USUAL, WISH);
    expect(nextCredit.map(({ kind }) => kind).toSorted()).toEqual([
      'add_platform',
      'add_prompts',
      'add_repeat',
      'make_daily',
    ]);
    const gain = nextCredit.map(
      (one) =>
        ((present.detectablePoints ?? 0) - (one.detectablePoints ?? 0)) /
        (one.creditsPerMonth - present.creditsPerMonth),
    );
    expect(gain).toEqual(gain.toSorted((one, other) => other - one));
    expect(first(nextCredit).kind).toBe('add_prompts');
    expect(nextCredit.at(-1)?.kind).toBe('make_daily');
  });

  test('of an interval are those of the half width, and no way is told where no number of questions would do', () => {
    const wish = { intervalPoints: 6, weeks: 4, power: 80 };
    const { options } = planSample(asked(24), AGENCY, USUAL, wish);
    for (const { halfWidthPoints } of options) expect(halfWidthPoints).toBeLessThanOrEqual(6);
    const noPlatform = planSample([], { ...AGENCY, platforms: [] }, USUAL, wish);
    expect(noPlatform).toMatchObject({ options: [], cheapest: null, nextCredit: [] });
    expect(noPlatform.present).toMatchObject({ intents: 0, detectablePoints: null, reaches: false });
    const rough = { ...USUAL, between: 1, within: 1, ownMovement: 1 };
    expect(planSample(asked(24), AGENCY, rough, { intervalPoints: 1, weeks: 1, power: 80 }).options).toEqual([]);
  });
});

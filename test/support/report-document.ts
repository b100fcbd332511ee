import type { ReportDocument, ReportScore } from '../../src/core/reports/report-document.js';

/** A score that fell beyond chance. */
export const FALLEN: ReportScore = {
  responses: 140,
  naming: 67,
  percent: 48,
  interval: { low: 40.1, high: 56.2 },
  previous: { responses: 142, percent: 61, interval: { low: 52, high: 69 } },
  compared: { verdict: 'moved_down', change: -13.1, interval: { low: -19.2, high: -7 }, questions: 35 },
};

export const STEADY: ReportScore = {
  ...FALLEN,
  compared: { verdict: 'within_noise', change: 0.4, interval: { low: -5, high: 5.8 }, questions: 35 },
};

/** A report with something in each of its parts. */
export function aDocument(more: Partial<ReportDocument> = {}): ReportDocument {
  return {
    version: 1,
    project: { id: '0f4d7f0e-7a5b-4a59-9f0e-3c1b8c8a4a01', name: 'Acme Shoes', brandName: 'Acme' },
    period: { from: '2026-11-02', to: '2026-11-08' },
    before: { from: '2026-10-26', to: '2026-11-01' },
    madeAt: '2026-11-09T07:00:12.000Z',
    analysisId: '0f4d7f0e-7a5b-4a59-9f0e-3c1b8c8a4a02',
    isReanalysing: false,
    score: FALLEN,
    evenScore: {
      now: { score: 47, confidence: { low: 39, high: 55 } },
      before: { score: 60, confidence: { low: 52, high: 68 } },
    },
    trend: Array.from({ length: 7 }, (_, at) => ({ date: `2026-11-0${at + 2}`, percent: 61 - 2 * at, responses: 20 })),
    platforms: [
      { ...FALLEN, platform: 'chatgpt', percent: 31 },
      { ...STEADY, platform: 'gemini', percent: 58 },
    ],
    brands: [
      {
        ...{ name: 'Acme', isBrand: true, responses: 67, percent: 48, interval: { low: 40, high: 56 }, share: 40.5 },
        ...{ previousPercent: 61, verdict: 'moved_down', againstBrand: null },
      },
      {
        ...{ name: 'Beta', isBrand: false, responses: 80, percent: 57, interval: { low: 49, high: 65 }, share: 48.1 },
        ...{ previousPercent: 50, verdict: 'within_noise' },
        againstBrand: { verdict: 'more_often', difference: 9.3, interval: { low: 1.2, high: 17.4 } },
      },
    ],
    furtherBrands: 3,
    gained: [],
    lost: [
      {
        ...{ id: '0f4d7f0e-7a5b-4a59-9f0e-3c1b8c8a4a03', text: 'best running shoes for flat feet', responses: 4 },
        ...{ naming: 0, previousResponses: 32, previousNaming: 25 },
      },
    ],
    promptsLookedAt: 35,
    newSources: [{ domain: 'shoes-reviewed.example', responses: 12, naming: null }],
    gaps: [{ domain: 'runners.example', responses: 18, naming: { brand: 1, competitors: 15 } }],
    tone: {
      now: { positive: 30, neutral: 30, negative: 4, mixed: 3 },
      before: { positive: 40, neutral: 40, negative: 4, mixed: 3 },
    },
    alerts: [
      { openedAt: '2026-11-05T04:10:00.000Z', summary: 'Acme was named in 48 %, 13 points less.', ended: null },
      {
        openedAt: '2026-10-20T04:10:00.000Z',
        summary: 'Beta overtook Acme.',
        ended: { at: '2026-11-03T04:10:00.000Z', resolution: 'recovered' },
      },
    ],
    changes: [
      {
        ...{ at: '2026-11-04T09:00:00.000Z', kind: 'model_changed' },
        text: 'ChatGPT changed its model from “a” to “b”',
      },
    ],
    furtherChanges: 0,
    asked: [{ platform: 'chatgpt', planned: 80, accepted: 70, failed: 6, skipped: 4, underWay: 0 }],
    ...more,
  };
}

/** One whose texts are as long and as many as a report has at most, and of the given characters. */
export function aLongDocument(characters: string): ReportDocument {
  const text = characters.repeat(200).slice(0, 200);
  const document = aDocument();
  const [brand, rival] = document.brands;
  const [lost] = document.lost;
  if (!brand || !rival || !lost) throw new Error('the document has brands and prompts');
  const prompts = Array.from({ length: 10 }, () => ({ ...lost, text }));
  return {
    ...document,
    project: { ...document.project, brandName: text },
    brands: [{ ...brand, name: text }, ...Array.from({ length: 10 }, () => ({ ...rival, name: text }))],
    lost: prompts,
    gained: prompts,
    newSources: Array.from({ length: 10 }, () => ({ domain: text, responses: 9, naming: null })),
    gaps: Array.from({ length: 10 }, () => ({ domain: text, responses: 9, naming: { brand: 1, competitors: 8 } })),
    alerts: Array.from({ length: 10 }, () => ({
      openedAt: '2026-11-05T04:10:00.000Z',
      summary: characters.repeat(500).slice(0, 500),
      ended: null,
    })),
    changes: Array.from({ length: 20 }, () => ({ at: '2026-11-04T09:00:00.000Z', kind: 'note' as const, text })),
  };
}

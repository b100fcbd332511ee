import { readCorpus, scoreCorpus } from '../../../bench/accuracy/corpus.js';
import { countErrors, tonesOf } from '../../../bench/accuracy/gate.js';
import { createAnalyser, TONE_CLASSES } from '../../../src/analysis/analyser.js';
import { askOf, judgeIdOf, modelOf, voiceOf } from '../../../src/core/analysis-state/judge-of-analysis.js';
import { JUDGE_ASKS } from '../../../src/entities/vocabulary.js';
import { errorRate, isAsked } from '../../../src/monitoring/judge/asked-tones.js';
import { MEASURED, OF_CORPUS } from '../../../src/monitoring/judge/error-counts.js';
import { questionsAbout } from '../../../src/monitoring/judge/settle-answers.js';

const tones = tonesOf(scoreCorpus(readCorpus('test/corpus')));

test('the committed table is that of the corpus as it is read now: npm run accuracy -- --gate writes it', () => {
  expect(countErrors(tones)).toEqual(OF_CORPUS);
});

test('asking often asks about most of what is wrong, and less than asking every time', () => {
  const asked = JUDGE_ASKS.map((ask) => tones.filter(({ toneClass }) => isAsked(ask, toneClass)));
  const [unsure = [], often = [], every = []] = asked;
  const wrong = ({ isRight }: { isRight: boolean }) => !isRight;
  expect(often.filter(wrong).length / tones.filter(wrong).length).toBeGreaterThanOrEqual(0.85);
  expect(unsure.length).toBeLessThan(often.length);
  expect(often.length).toBeLessThan(every.length);
  expect(every.length).toBe(tones.length);
});

test('a class with few labelled answers is near the rate of all', () => {
  const [wrong, of] = Object.values(MEASURED).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  const none = { ...MEASURED, unread: [0, 0] as const };
  const rest = (wrong - MEASURED.unread[0]) / (of - MEASURED.unread[1]);
  expect(errorRate('unread', none)).toBeCloseTo(rest, 10);
  expect(errorRate('positive several', MEASURED)).toBeLessThan(0.1);
  expect(errorRate('unread', Object.fromEntries(TONE_CLASSES.map((each) => [each, [0, 0]])) as never)).toBe(1);
});

test('how often a judge is asked is part of its id, and no part of what its verdicts are saved under', () => {
  const ids = JUDGE_ASKS.map((ask) => judgeIdOf('perplexity/perplexity/sonar/4', ask));
  expect(ids.map(askOf)).toEqual([...JUDGE_ASKS]);
  expect(new Set(ids).size).toBe(JUDGE_ASKS.length);
  expect(new Set(ids.map(modelOf))).toEqual(new Set(['perplexity/sonar']));
  expect(new Set(ids.map(voiceOf))).toEqual(new Set(['perplexity/perplexity/sonar/4']));
  const text = 'Acme makes anvils.';
  const read = createAnalyser({ brand: { name: 'Acme', aliases: [], website: '' }, competitors: [] })({
    text,
    citations: [],
  });
  const reading = { brand: read.brand, unsettled: { names: [] } };
  expect(new Set(ids.map((id) => questionsAbout(id, text, reading)[0]?.key)).size).toBe(1);
});

test.each([
  ['Acme makes anvils.', ['unsure', 'often', 'every']],
  ['The best anvils:\n- Acme\n- Globex', ['often', 'every']],
  ['**Acme** – excellent and reliable.\n\n**Acme** – superb, durable and quiet.', ['every']],
  ['Globex makes anvils.', []],
])('%j is asked about by the settings %j', (text, settings) => {
  const read = createAnalyser({ brand: { name: 'Acme', aliases: [], website: '' }, competitors: [] })({
    text,
    citations: [],
  });
  expect(JUDGE_ASKS.filter((ask) => isAsked(ask, read.brand.toneClass))).toEqual(settings);
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyseAnswers, startAnalysis } from '../../../src/monitoring/analysis/analyse-answers.js';
import { AnalysisThreads, AnalysisUnavailable } from '../../../src/monitoring/analysis/analysis-threads.js';
import type { Analysis } from '../../../src/monitoring/analysis/project-analyser.js';

const FAULTY = new URL('./faulty-thread.mjs', import.meta.url);
const ANALYSIS: Analysis = {
  id: 'e6b2f1f0-0000-4000-8000-000000000001',
  subjects: {
    brand: { name: 'Target', aliases: [], website: 'https://target.com' },
    competitors: [{ id: 'b', name: 'Bose', aliases: [], website: '' }],
  },
  judge: null,
  formerJudges: [],
  removedAt: { b: Date.parse('2026-02-01T00:00:00Z') },
};
/** More than a message holds, so that each has its own. */
const LONG = 'Nothing of note. '.repeat(2_000);

let stop: () => Promise<void> = async () => {};

/** Test files of one process share what was chosen last. */
afterEach(async () => {
  await stop();
  startAnalysis({ threads: 0 });
});

function answer(text: string, day = '2026-01-15') {
  return { text, question: null, citations: [], answeredAt: new Date(`${day}T12:00:00Z`) };
}

/** From now on threads analyse, of the faulty code; each test has its own. */
function useThreads(threads = 1): void {
  ({ stop } = startAnalysis({ threads, file: FAULTY }));
}

test('threads read what the own thread reads: with removals, decisions and citations', async () => {
  const answers = [
    answer('Bose and Target are good. See [a page](https://www.bose.com/a?utm_source=chatgpt.com).'),
    answer('Bose is good, and Sonos is better.', '2026-03-01'),
    answer('What is your target this year?'),
  ];
  const decisionsOn = ({ text }: { text: string }) => (text.startsWith('What') ? new Map([[0, true]]) : undefined);
  startAnalysis({ threads: 0 });
  const own = await analyseAnswers(ANALYSIS, answers, decisionsOn);
  useThreads(2);
  expect(await analyseAnswers(ANALYSIS, answers, decisionsOn)).toEqual(own);
  expect(own.read.map(({ reading }) => reading.competitors.length)).toEqual([1, 0, 0]);
});

test('the process does its other work while a long answer is analysed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bvm-thread-'));
  const path = join(folder, 'written');
  useThreads();
  const reading = analyseAnswers(ANALYSIS, [answer(`UNTIL ${path}`)]);
  await writeFile(path, '');
  expect((await reading).read).toHaveLength(1);
  await rm(folder, { recursive: true });
});

test('an answer that ends its thread is the only one that is not read', async () => {
  useThreads();
  const texts = ['Bose is good.', 'CRASH', 'Target is good.', 'BROKEN'];
  const { read, unread } = await analyseAnswers(
    ANALYSIS,
    texts.map((text) => answer(text)),
  );
  expect(read.map((each) => each.answer.text)).toEqual(['Bose is good.', 'Target is good.']);
  expect(unread.map((each) => [each.answer.text, each.fault])).toEqual([
    ['CRASH', expect.stringContaining('ended the thread')],
    ['BROKEN', 'broken'],
  ]);
});

test('an answer that takes too much memory ends its thread, not the process', async () => {
  useThreads();
  const { read, unread } = await analyseAnswers(ANALYSIS, [answer('HOARD'), answer('Bose is good.')]);
  expect(read).toHaveLength(1);
  expect(unread[0]?.fault).toMatch(/memory/);
});

test('an answer that never ends is given up', async () => {
  const threads = new AnalysisThreads(1, FAULTY, 4_000);
  stop = () => threads.stop();
  const names = { key: 'a', json: sharedText(JSON.stringify(ANALYSIS)) };
  const items = ['ENDLESS', 'Bose is good.'].map((text) => ({ text, citations: [], answeredMs: 0 }));
  expect(await threads.each('analyseAll', names, items)).toEqual([
    { fault: 'its analysis took longer than 4000 ms' },
    { result: expect.anything() },
  ]);
});

test('names are sent once for an analysis, not with each answer', async () => {
  useThreads();
  const answers = Array.from({ length: 5 }, () => answer(LONG));
  expect((await analyseAnswers(ANALYSIS, answers)).read).toHaveLength(5);
  expect((await analyseAnswers(ANALYSIS, [answer('PARSED')])).unread[0]?.fault).toBe('1');
});

test('where no thread begins, no answer is at fault', async () => {
  ({ stop } = startAnalysis({ threads: 1, file: new URL('./no-such-thread.mjs', import.meta.url) }));
  await expect(analyseAnswers(ANALYSIS, [answer('Bose')])).rejects.toThrow(AnalysisUnavailable);
  await expect(analyseAnswers(ANALYSIS, [answer('Bose')])).rejects.toThrow(AnalysisUnavailable);
});

test('a stop ends what is under way and what waits, and no answer is at fault', async () => {
  useThreads();
  const reading = analyseAnswers(ANALYSIS, [answer('ENDLESS'), answer(LONG), answer(LONG)]);
  const failed = expect(reading).rejects.toThrow(AnalysisUnavailable);
  await stop();
  await failed;
  await expect(analyseAnswers(ANALYSIS, [answer('Bose')])).rejects.toThrow(AnalysisUnavailable);
});

test('more messages than may wait are refused', async () => {
  useThreads();
  const waiting = Array.from({ length: 600 }, () => analyseAnswers(ANALYSIS, [answer('ENDLESS'), answer(LONG)]));
  const outcomes = Promise.allSettled(waiting);
  await new Promise((resolve) => setTimeout(resolve));
  await stop();
  const reasons = (await outcomes).map((each) => String(each.status === 'rejected' && each.reason));
  expect(reasons.filter((reason) => /too many/.test(reason)).length).toBeGreaterThan(0);
});

function sharedText(text: string): SharedArrayBuffer {
  const json = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(json).write(text);
  return json;
}

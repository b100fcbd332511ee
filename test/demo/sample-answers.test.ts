import { createAnalyser } from '../../src/analysis/analyser.js';
import { PLANS } from '../../src/core/plans.js';
import { daysBefore } from '../../src/core/time.js';
import { SAMPLE_LABEL } from '../../src/demo/answers/passages.js';
import { type AnswerLine, sampleAnswers } from '../../src/demo/answers/sample-answers.js';
import { DEMO_PROJECTS } from '../../src/demo/load-demo.js';
import { PASSWORD_MANAGERS } from '../../src/demo/projects/password-managers.js';
import { RUNNING_SHOES } from '../../src/demo/projects/running-shoes.js';
import { TASK_BOARDS } from '../../src/demo/projects/task-boards.js';
import { PLATFORMS } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/platform-apis.js';

const NOW = new Date('2027-03-02T15:30:00Z');
const LINES = DEMO_PROJECTS.map((project) => ({ project, lines: [...sampleAnswers(project, NOW)] }));
const ALL = LINES.flatMap(({ lines }) => lines);

test('the same day gives the same answers', () => {
  expect([...sampleAnswers(RUNNING_SHOES, NOW)]).toEqual(LINES[0]?.lines);
});

test('the same number of days ago, each today has the same answers', () => {
  const texts = (now: string) =>
    Array.from(sampleAnswers(PASSWORD_MANAGERS, new Date(now)), (line) => answerOf(line).text);
  expect(texts('2027-07-09T15:30:00Z')).toEqual(texts('2027-03-02T15:30:00Z'));
});

test('an answer keeps its external id when the samples are made again later that day', () => {
  const later = DEMO_PROJECTS.flatMap((project) => [...sampleAnswers(project, new Date('2027-03-02T23:59:59Z'))]);
  expect(later.map(({ external_id }) => external_id)).toEqual(ALL.map(({ external_id }) => external_id));
});

test('an external id stands once in its project', () => {
  for (const { lines } of LINES) expect(new Set(lines.map(({ external_id }) => external_id)).size).toBe(lines.length);
});

test('there are between 2,500 and 3,500 answers', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(2_500);
  expect(ALL.length).toBeLessThanOrEqual(3_500);
});

test('the daily project has answers of all platforms on the last day and each of the 90 before, but in outages', () => {
  const seen = new Set(LINES[0]?.lines.map(({ answered_at, platform }) => `${answered_at.slice(0, 10)} ${platform}`));
  const days = Array.from({ length: 91 }, (_, days) => daysBefore('2027-03-02', days));
  const lost = RUNNING_SHOES.story.outages.flatMap(({ platform, firstDaysAgo, lastDaysAgo }) =>
    days.slice(lastDaysAgo, firstDaysAgo + 1).map((day) => `${day} ${platform}`),
  );
  const all = days.flatMap((day) => PLATFORMS.map((platform) => `${day} ${platform}`));
  expect([...seen].sort()).toEqual(all.filter((cell) => !lost.includes(cell)).sort());
  expect(lost).toHaveLength(5);
});

test('the weekly project asks each prompt once in every seven days', () => {
  const { lines } = LINES[1] ?? { lines: [] };
  for (const { text, addedDaysAgo = 90 } of PASSWORD_MANAGERS.prompts) {
    const asked = lines.filter(({ question }) => question === text).map(({ answered_at }) => answered_at.slice(0, 10));
    const days = [...new Set(asked)];
    expect(days.length).toBeGreaterThanOrEqual(Math.floor(addedDaysAgo / 7));
    for (const [index, day] of days.slice(1).entries()) expect(daysBefore(day, 7)).toBe(days[index]);
  }
});

test.each(['2027-03-02T00:00:00.000Z', '2027-03-02T00:00:00.003Z', '2027-03-02T23:59:59.999Z'])(
  'at %s no answer is later than now, and each is of its own day',
  (instant) => {
    for (const { answered_at, external_id } of sampleAnswers(PASSWORD_MANAGERS, new Date(instant))) {
      expect(answered_at <= instant).toBe(true);
      expect(external_id).toContain(answered_at.slice(0, 10));
    }
  },
);

test('each platform answers in plain lines and in its own response format', () => {
  for (const platform of PLATFORMS) {
    const own = ALL.filter((line) => line.platform === platform);
    expect(own.filter(({ raw }) => raw !== undefined).length).toBeGreaterThan(own.length / 4);
    expect(own.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(own.length / 4);
  }
});

test('every answer is accepted by its adapter, says that it is a sample, and names no real model', () => {
  for (const line of ALL) {
    const { text, model } = answerOf(line);
    expect(text.endsWith(`\n\n${SAMPLE_LABEL}`)).toBe(true);
    expect(model).toBe('sample');
  }
});

test('the label changes nothing that the analysis sees', () => {
  for (const { project, lines } of LINES) {
    const analyse = analyserOf(project);
    for (const line of lines.filter((_, index) => index % 7 === 0)) {
      const { text, citations } = answerOf(line);
      const unlabelled = text.slice(0, -SAMPLE_LABEL.length).trimEnd();
      expect(analyse({ text, citations })).toEqual(analyse({ text: unlabelled, citations }));
    }
  }
});

test('an answer cites each page in its platform’s own fields, and only pages below the reserved top level', () => {
  const cited = ALL.flatMap((line) => answerOf(line).citations);
  expect(cited.length).toBeGreaterThan(ALL.length);
  for (const { url, title } of cited) {
    expect(new URL(url).hostname).toMatch(/\.example$/);
    expect(title).not.toBe('');
  }
});

test('a company’s own page is cited by answers that name the company, in projects of many answers', () => {
  for (const { project, lines } of LINES.filter(({ project }) => project !== TASK_BOARDS)) {
    for (const { name, websiteUrl } of [project.brand, ...project.rivals]) {
      const citing = lines
        .map(answerOf)
        .filter(({ citations }) => citations.some(({ url }) => url.startsWith(websiteUrl)));
      expect(citing.length).toBeGreaterThan(0);
      for (const { text } of citing) expect(text).toContain(name);
    }
  }
});

test('a phrase leaves nothing open', () => {
  for (const line of ALL) expect(answerOf(line).text).not.toMatch(/[{}]|undefined/);
});

test('an answer names the companies that its question names', () => {
  for (const { project, lines } of LINES) {
    const named = new Map(project.prompts.map((prompt) => [prompt.text, prompt.named]));
    for (const line of lines) {
      for (const name of named.get(line.question) ?? []) expect(answerOf(line).text).toContain(name);
    }
  }
});

test('the prompts of the demo fit the professional tier, and leave daily slots free', () => {
  const prompts = DEMO_PROJECTS.flatMap((project) => project.prompts);
  const daily = prompts.filter(({ frequency }) => frequency === 'daily');
  expect(prompts.length).toBeLessThanOrEqual(PLANS.professional.promptCapacity);
  expect(daily.length).toBeGreaterThan(0);
  expect(daily.length).toBeLessThan(PLANS.professional.dailySlots);
});

function answerOf({ platform, raw, answer, citations, model }: AnswerLine) {
  if (raw === undefined) return { text: answer ?? '', model, citations: citations ?? [] };
  const reply = readReply(platform, raw);
  if (!reply.accepted) throw new Error(`${platform}: ${reply.message}`);
  return reply;
}

function analyserOf({ brand, rivals }: (typeof DEMO_PROJECTS)[number]) {
  const toSubject = ({ name, websiteUrl }: { name: string; websiteUrl: string }) => ({
    name,
    aliases: [],
    website: websiteUrl,
  });
  return createAnalyser({ brand: toSubject(brand), competitors: rivals.map(toSubject) });
}

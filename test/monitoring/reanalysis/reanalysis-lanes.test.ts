import { randomUUID } from 'node:crypto';
import {
  type DueProject,
  QUIET_MS,
  RETRY_MS,
  ReanalysisLanes,
  WAIT_MAX_MS,
} from '../../../src/monitoring/reanalysis/reanalysis-lanes.js';

type Outcome = 'done' | 'again' | 'failed';

let now: number;
let lanes: ReanalysisLanes;
/** Projects that were begun, in order, by name; those that must switch readers with a mark. */
let begun: string[];
let underWay: Map<string, (outcome: Outcome) => void>;
let names: Map<string, string>;
beforeEach(() => {
  now = 1_000_000;
  begun = [];
  underWay = new Map();
  names = new Map();
  lanes = lanesOf(1);
});

function lanesOf(small: number): ReanalysisLanes {
  const work = (project: DueProject, isOverdue: boolean) => {
    const name = names.get(project.projectId) ?? '';
    begun.push(isOverdue ? `${name}!` : name);
    return new Promise<Outcome>((resolve) => underWay.set(name, resolve));
  };
  return new ReanalysisLanes({ small, large: 1, judge: 1 }, work, { elapsedMs: () => now });
}

/** A project by its name, `account/project`, small and left alone for long unless told otherwise. */
function due(name: string, fields: Partial<DueProject> = {}): DueProject {
  const projectId = randomUUID();
  names.set(projectId, name);
  const [accountId = ''] = name.split('/');
  return { accountId, projectId, isForJudge: false, isSmall: true, unchangedMs: QUIET_MS, ...fields };
}

/** Lets what is under way begin, and what has ended be noticed. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function offer(...projects: DueProject[]): Promise<number> {
  const quietInMs = lanes.offer(projects);
  await settled();
  return quietInMs;
}

async function end(name: string, outcome: Outcome = 'done'): Promise<void> {
  underWay.get(name)?.(outcome);
  await settled();
}

test('accounts take turns, however many projects one of them has due', async () => {
  const many = ['a/1', 'a/2', 'a/3'].map((name) => due(name));
  await offer(...many, due('b/1'), due('c/1'));
  for (const name of ['a/1', 'b/1', 'c/1', 'a/2', 'a/3']) await end(name);
  expect(begun).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'a/3']);
});

test('an account that comes again and again waits behind those that have not had a turn since', async () => {
  const [first, second] = [due('b/1'), due('b/2')];
  await offer(due('a/1'), first, second);
  await end('a/1');
  await offer(due('a/2'), first, second);
  await end('b/1');
  await end('a/2');
  expect(begun).toEqual(['a/1', 'b/1', 'a/2', 'b/2']);
});

test("of one account's projects the one that waits longest comes first, in whatever order they come", async () => {
  const [first, second, third] = [due('a/1'), due('a/2'), due('a/3')];
  await offer(first);
  now += 1;
  await offer(first, third);
  now += 1;
  await offer(second, third, first);
  await end('a/1');
  await end('a/3');
  expect(begun).toEqual(['a/1', 'a/3', 'a/2']);
});

test('small projects never wait for a large one, nor names for the sake of a judge', async () => {
  await offer(
    due('a/large', { isSmall: false }),
    due('b/large', { isSmall: false }),
    due('a/judge', { isForJudge: true }),
  );
  await offer(due('b/small'));
  expect(begun).toEqual(['a/large', 'a/judge', 'b/small']);
});

test('one account has one project under way in a lane, even where there is room for two', async () => {
  lanes = lanesOf(2);
  await offer(due('a/1'), due('a/2'), due('b/1'));
  expect(begun).toEqual(['a/1', 'b/1']);
  await end('b/1');
  expect(begun).toEqual(['a/1', 'b/1']);
  await end('a/1');
  expect(begun).toEqual(['a/1', 'b/1', 'a/2']);
});

test('a project waits until its names are unchanged for some seconds, and the caller learns how long', async () => {
  const project = due('a/1', { unchangedMs: 500 });
  expect(await offer(project, due('b/1', { unchangedMs: 100 }))).toBe(QUIET_MS - 500);
  expect(begun).toEqual([]);
  expect(await offer({ ...project, unchangedMs: QUIET_MS })).toBe(Number.POSITIVE_INFINITY);
  expect(begun).toEqual(['a/1']);
});

test('endless renames postpone a project for a minute, and then it must come through', async () => {
  const project = due('a/1', { unchangedMs: 0 });
  await offer(project);
  now += WAIT_MAX_MS - 1;
  await offer(project);
  expect(begun).toEqual([]);
  now += 1;
  await offer(project);
  expect(begun).toEqual(['a/1!']);
  await end('a/1!');
});

test('a project whose names changed queues behind the others, and its earlier wait counts', async () => {
  const [project, other] = [due('a/1'), due('a/2')];
  await offer(project);
  now += 1_000;
  await offer(project, other);
  await end('a/1', 'again');
  expect(begun).toEqual(['a/1', 'a/2']);
  now += WAIT_MAX_MS - 1_000;
  await offer({ ...project, unchangedMs: 0 }, other);
  await end('a/2');
  await offer({ ...project, unchangedMs: 0 });
  expect(begun).toEqual(['a/1', 'a/2', 'a/1!']);
});

test('a project that failed is left alone for a minute, and keeps nobody waiting', async () => {
  const [project, other] = [due('a/1'), due('a/2')];
  await offer(project, other);
  await end('a/1', 'failed');
  expect(lanes.resting).toEqual([project.projectId]);
  await end('a/2');
  await offer(project);
  expect(begun).toEqual(['a/1', 'a/2']);
  now += RETRY_MS;
  expect(lanes.resting).toEqual([]);
  await offer(project);
  expect(begun).toEqual(['a/1', 'a/2', 'a/1']);
});

test('stopping begins nothing further and waits for what is under way', async () => {
  await offer(due('a/1'), due('b/1'));
  let isStopped = false;
  const stopping = lanes.stop().then(() => {
    isStopped = true;
  });
  await settled();
  expect(isStopped).toBe(false);
  await end('a/1');
  await stopping;
  expect(begun).toEqual(['a/1']);
});

import { randomUUID } from 'node:crypto';
import { TaskQueues } from '../../../src/monitoring/upkeep/due-tasks.js';
import type { DueTask } from '../../../src/monitoring/upkeep/task-claims.js';

let queues: TaskQueues;
/** Tasks that were begun, in order, by name. */
let begun: string[];
let underWay: Map<string, () => void>;
let names: Map<string, string>;
beforeEach(() => {
  begun = [];
  underWay = new Map();
  names = new Map();
  queues = queuesOf(1);
});

function queuesOf(small: number): TaskQueues {
  const work = ({ projectId }: DueTask) => {
    const name = names.get(projectId) ?? '';
    begun.push(name);
    return new Promise<void>((resolve) => underWay.set(name, resolve));
  };
  return new TaskQueues({ small, large: 1, judge: 1, discovery: 1 }, work);
}

/** A task of a project by its name, `account/project`: by default for the names of a small one. */
function due(name: string, fields: Partial<DueTask> = {}): DueTask {
  const projectId = randomUUID();
  names.set(projectId, name);
  const [accountId = ''] = name.split('/');
  return { accountId, projectId, task: 'names', fence: 0, dueMs: 0, askedMs: 0, isSmall: true, ...fields };
}

/** Lets what is under way begin, and what has ended be noticed. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function offer(...tasks: DueTask[]): Promise<void> {
  queues.offer(tasks);
  await settled();
}

async function end(name: string): Promise<void> {
  underWay.get(name)?.();
  await settled();
}

test('accounts take turns, however many projects one of them has due', async () => {
  const many = ['a/1', 'a/2', 'a/3'].map((name) => due(name));
  await offer(...many, due('b/1'), due('c/1'));
  for (const name of ['a/1', 'b/1', 'c/1', 'a/2', 'a/3']) await end(name);
  expect(begun).toEqual(['a/1', 'b/1', 'c/1', 'a/2', 'a/3']);
});

test('an account with ever more tasks waits behind those that have not had a turn since', async () => {
  const [first, second] = [due('b/1'), due('b/2')];
  await offer(due('a/1'), first, second);
  await end('a/1');
  await offer(due('a/2'), second);
  await end('b/1');
  await end('a/2');
  expect(begun).toEqual(['a/1', 'b/1', 'a/2', 'b/2']);
});

test("of one account's projects the one due longest comes first, whatever the order of the offer", async () => {
  const [first, second, third] = [due('a/1'), due('a/2', { dueMs: 2 }), due('a/3', { dueMs: 1 })];
  await offer(first);
  await offer(second, third);
  await end('a/1');
  await end('a/3');
  expect(begun).toEqual(['a/1', 'a/3', 'a/2']);
});

test('small projects never wait for a large one, nor names for a judge or for candidates', async () => {
  await offer(
    due('a/large', { isSmall: false }),
    due('b/rules', { task: 'rules', isSmall: false }),
    due('a/judge', { task: 'judge' }),
    due('a/candidates', { task: 'discovery' }),
  );
  await offer(due('b/small'), due('a/rules', { task: 'rules' }));
  expect(begun).toEqual(['a/large', 'a/judge', 'a/candidates', 'b/small']);
});

test('one account has one project under way in a queue, even where there is room for two', async () => {
  queues = queuesOf(2);
  await offer(due('a/1'), due('a/2'), due('b/1'));
  expect(begun).toEqual(['a/1', 'b/1']);
  await end('b/1');
  expect(begun).toEqual(['a/1', 'b/1']);
  await end('a/1');
  expect(begun).toEqual(['a/1', 'b/1', 'a/2']);
});

test('a task that is asked for again while it is under way waits for the offer after its end', async () => {
  const task = due('a/1');
  await offer(task);
  await offer({ ...task, fence: 2 });
  await end('a/1');
  expect(begun).toEqual(['a/1']);
  await offer({ ...task, fence: 2 });
  expect(begun).toEqual(['a/1', 'a/1']);
});

test('a task that a later offer leaves out is not begun', async () => {
  await offer(due('a/1'), due('b/1'));
  await offer(due('c/1'));
  await end('a/1');
  expect(begun).toEqual(['a/1', 'c/1']);
});

test('stopping begins nothing further and waits for what is under way', async () => {
  await offer(due('a/1'), due('b/1'));
  let isStopped = false;
  const stopping = queues.stop().then(() => {
    isStopped = true;
  });
  await settled();
  expect(isStopped).toBe(false);
  await end('a/1');
  await stopping;
  expect(begun).toEqual(['a/1']);
});

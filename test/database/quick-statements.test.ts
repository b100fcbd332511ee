import { QUICK, QuickStatements } from '../../src/database/pipelines.js';

let nowMs: number;
let statements: QuickStatements;
beforeEach(() => {
  nowMs = 1_000;
  statements = new QuickStatements(QUICK, () => nowMs);
});

test('a statement is quick once it was quick for that account', () => {
  expect(statements.isQuick('a', 'list')).toBe(false);
  statements.note('a', 'list', QUICK.maxMs);
  expect(statements.isQuick('a', 'list')).toBe(true);
  expect(statements.isQuick('b', 'list')).toBe(false);
  expect(statements.isQuick('a', 'trend')).toBe(false);
});

test('one that was slow counts as slow for a minute, however quick it is meanwhile', () => {
  statements.note('a', 'list', 1);
  statements.note('a', 'list', QUICK.maxMs + 1);
  statements.note('a', 'list', 1);
  expect(statements.isQuick('a', 'list')).toBe(false);
  nowMs += QUICK.slowForMs;
  expect(statements.isQuick('a', 'list')).toBe(true);
});

test('of an account that was stuck all statements count as slow for a minute, and no other account', () => {
  for (const [account, statement] of [
    ['a', 'list'],
    ['a', 'trend'],
    ['b', 'list'],
  ] as const) {
    statements.note(account, statement, 1);
  }
  statements.notePipelined('b', QUICK.stuckMs);
  statements.notePipelined('a', QUICK.stuckMs + 1);
  statements.note('a', 'list', 1);
  expect([statements.isQuick('a', 'list'), statements.isQuick('a', 'trend')]).toEqual([false, false]);
  expect(statements.isQuick('b', 'list')).toBe(true);
  nowMs += QUICK.slowForMs;
  expect(statements.isQuick('a', 'trend')).toBe(true);
});

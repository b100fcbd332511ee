import { QUICK, QuickStatements } from '../../src/database/quick-statements.js';

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

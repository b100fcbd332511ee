import { isRead } from '../../src/database/rows.js';

test.each([
  'select updated_at, share, lock from prompt',
  'with own as (select 1 as n)\nselect n from own',
  '\n  SELECT call_count FROM run',
])('only reads: %s', (text) => {
  expect(isRead(text)).toBe(true);
});

test.each([
  'update prompt set text = $1',
  'with made as (insert into prompt (id) values ($1) returning id) select id from made',
  'with gone as (\n  DELETE from prompt returning id) select count(*) from gone',
  'select id from prompt for update',
  'select id from prompt for no key update of prompt',
  'select is_active from service_switch for share',
  `select set_config('synchronous_commit', 'off', true)`,
  `select nextval('numbers')`,
  'lock table prompt',
  'analyze prompt',
])('may not be sent twice: %s', (text) => {
  expect(isRead(text)).toBe(false);
});

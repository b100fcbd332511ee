import { BUDGET, smallServer } from './small-server.js';

/** The refusal of an operation, and that nothing of it ran. */
export async function refusal(query: string, variables: object = {}) {
  let runs = 0;
  const { ask, admitted } = smallServer({
    boom: () => {
      runs += 1;
      return 'ran';
    },
  });
  const { status, body } = await ask(query, variables);
  expect([runs, admitted]).toEqual([0, [1]]);
  expect(body).not.toHaveProperty('data');
  expect(body.extensions?.cost).toEqual({ complexity: 0, requests: 1, ...BUDGET });
  return { status, code: body.errors?.[0]?.extensions['code'], message: body.errors?.[0]?.message };
}

export async function served(query: string, variables: object = {}) {
  const { ask } = smallServer({ boom: () => 'ran' });
  const { status, body } = await ask(query, variables);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}

import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { FAST_PATHS } from '../support/fast-paths.js';
import { smallServer } from './small-server.js';

test.each([true, false])('resolvers of reads are called past type-graphql: %s', async (directReads) => {
  const stacks: string[] = [];
  const context = new Proxy(
    {},
    {
      get: (_, name) => {
        // What passes through a promise is asked whether it is one.
        if (name === 'then') return undefined;
        stacks.push(new Error('where').stack ?? '');
        throw new Error('asked');
      },
    },
  );
  const resolve = buildGraphqlSchema({ directReads }).getQueryType()?.getFields()['account']?.resolve;
  const call = async () => resolve && Reflect.apply(resolve, undefined, [undefined, {}, context, {}]);
  await expect(call()).rejects.toThrow('asked');
  expect(stacks.map((stack) => stack.includes('type-graphql'))).toEqual([!directReads]);
});

test('a query is run from the document that was parsed once, unless that is switched off', async () => {
  const areSame: boolean[] = [];
  const { ask } = smallServer({
    boom: (context, info) => areSame.push(info?.operation === context?.running.operation.node) && null,
  });
  await ask('{ boom }');
  expect(areSame).toEqual([FAST_PATHS.gateDocuments]);
});

import { type ApiCaller, useApi } from '../support/api.js';
import { askGraphql } from '../support/graphql.js';
import { createProject } from '../support/resources.js';

const api = useApi();

let caller: ApiCaller;
beforeEach(async () => {
  caller = await api.open();
});

async function done(query: string, variables: object = {}) {
  const { data, errors } = (await askGraphql(caller, query, variables)).body;
  expect(errors).toBeUndefined();
  return data;
}

const ADVICE = 'nameAdvice { name level message suggestedAliases }';

test('advice comes back with a brand whose name is a word, and none with another', async () => {
  const create = `mutation ($input: CreateProjectInput!) { createProject(input: $input) { ${ADVICE} } }`;
  const input = { brandName: 'Away', websiteUrl: 'https://www.awaytravel.com', aliases: ['Acme™'] };
  expect(await done(create, { input })).toEqual({
    createProject: {
      nameAdvice: [
        {
          name: 'Away',
          level: 'INFO',
          message: expect.stringContaining('ordinary word'),
          suggestedAliases: ['Away Travel'],
        },
        { name: 'Acme™', level: 'WARNING', message: expect.stringContaining('marks'), suggestedAliases: ['Acme'] },
      ],
    },
  });
  expect(await done(create, { input: { brandName: 'Sonos', websiteUrl: 'https://sonos.com' } })).toEqual({
    createProject: { nameAdvice: [] },
  });
});

test('advice comes with a competitor as it is made, changed, read and listed', async () => {
  const { id: projectId } = await createProject(caller);
  const input = { name: 'Visible', description: 'Visible Wireless is a carrier.' };
  const create = `mutation ($projectId: ID!, $input: CreateCompetitorInput!) {
    createCompetitor(projectId: $projectId, input: $input) { id ${ADVICE} }
  }`;
  const made = await done(create, { projectId, input });
  const advice = {
    name: 'Visible',
    level: 'INFO',
    message: expect.any(String),
    suggestedAliases: ['Visible Wireless'],
  };
  expect(made).toEqual({ createCompetitor: { id: expect.any(String), nameAdvice: [advice] } });
  const read = `query ($id: ID!) { project(id: $id) { competitors { nodes { ${ADVICE} } } } }`;
  expect(await done(read, { id: projectId })).toEqual({
    project: { competitors: { nodes: [{ nameAdvice: [advice] }] } },
  });
  const list = `query ($id: ID!) { project(id: $id) { competitors { nodes { id } } } }`;
  const { project } = Object(await done(list, { id: projectId }));
  const { id } = project.competitors.nodes[0];
  const update = `mutation ($id: ID!) {
    updateCompetitor(id: $id, input: { aliases: ["Visible Wireless"] }) { ${ADVICE} }
  }`;
  expect(await done(update, { id })).toEqual({
    updateCompetitor: { nameAdvice: [{ ...advice, suggestedAliases: [] }] },
  });
  expect(await done(`query ($id: ID!) { competitor(id: $id) { nameAdvice { level } } }`, { id })).toEqual({
    competitor: { nameAdvice: [{ level: 'INFO' }] },
  });
});

import type { PointCase } from './cases.js';
import type { DeepProject } from './project.js';

/** Writes of the account, each of another resource; those that delete come last. */
export function writeCases(project: DeepProject): PointCase[] {
  const { projectId, promptIds } = project;
  const prompt = `id: "${promptIds[0]}"`;
  const inProject = `projectId: "${projectId}"`;
  return [
    write(
      'createProject',
      (at) => `createProject(input: {brandName: "New ${at}", websiteUrl: "https://a.example"}) { id }`,
    ),
    write('updateProject', (at) => `updateProject(id: "${projectId}", input: {mainTopic: "topic ${at}"}) { id }`),
    write(
      'updateProject: its names',
      (at) => `updateProject(id: "${projectId}", input: {brandName: "Brand ${at}"}) { id }`,
    ),
    write('pauseProject, resumeProject', (at) => `${at % 2 ? 'resume' : 'pause'}Project(id: "${projectId}") { id }`),
    write('updatePrompt', (at) => `updatePrompt(${prompt}, input: {promptText: "What is number ${at}?"}) { id }`),
    { ...write('runPrompt', (at) => `runPrompt(id: "${promptIds[at]}") { id state }`), times: promptIds.length },
    write('createPrompt', (at) => `createPrompt(${inProject}, input: {promptText: "New ${at}?"}) { id }`),
    write('createCompetitor', (at) => `createCompetitor(${inProject}, input: {name: "New ${at}"}) { id }`),
    {
      ...write(
        'addNote',
        (at) => `addNote(${inProject}, input: {at: "2026-01-01T00:00:00Z", text: "Note ${at}"}) { id }`,
      ),
      times: NOTES_LEFT,
    },
    {
      name: 'addSearchTerms',
      operationFor: (at) => ({ query: ADD_SEARCH_TERMS, variables: { id: projectId, csv: csvOf(at) } }),
    },
    ...deletions(project),
  ];
}

/** Notes that the project has room for. */
const NOTES_LEFT = 100;
/** As many as a file may have. */
const LINES = 5_000;

/** A document holds no such file. */
const ADD_SEARCH_TERMS = `mutation ($id: ID!, $csv: String!) {
  addSearchTerms(projectId: $id, input: { source: BING, csv: $csv }) { accepted } }`;

/** A file of search terms, another each time. */
function csvOf(at: number): string {
  const lines = Array.from({ length: LINES }, (_, line) => `shoes ${at} for terrain ${line % 1_000} ${line},${line}`);
  return ['Keyword,Impressions', ...lines].join('\n');
}

function deletions({ competitorIds, otherProjectIds, promptIds }: DeepProject): PointCase[] {
  const each = (name: string, ids: readonly string[]) => ({
    ...write(name, (at) => `${name}(id: "${ids[at]}") { deleted }`),
    times: ids.length,
  });
  return [
    each('deletePrompt', promptIds),
    each('deleteCompetitor', competitorIds),
    each('deleteProject', otherProjectIds),
  ];
}

function write(name: string, fieldsFor: (at: number) => string): PointCase {
  return { name, operationFor: (at) => ({ query: `mutation { ${fieldsFor(at)} }`, variables: {} }) };
}

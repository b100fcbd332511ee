import type { BenchAccount } from '../shared/accounts.js';
import { refuseDifferences } from '../shared/agreement.js';
import { type ContestResult, runContests } from '../shared/contest.js';
import { postBytes } from '../shared/keep-alive-client.js';
import { printMedians, printRatios } from '../shared/report.js';
import type { Stage } from '../shared/stage.js';

const GRAPHQL = 'GraphQL';
const MCP = 'MCP';
const REVISION = '2026-07-28';

/** One question by both surfaces: what is asked, and what of both responses must be equal. */
interface Question {
  question: string;
  query: string;
  ofData: (data: never) => unknown;
  tool: string;
  input: object;
  ofResult: (result: never) => unknown;
}

const SCORED = { score: 0, visibilityScore: 0 };
type Scored = typeof SCORED;

const questions = (projectId: string): Question[] => [
  {
    question: 'ten projects with their scores',
    query: `{
      projects(first: 10) {
        totalCount
        nodes {
          id name isPaused lastAnsweredAt
          visibility { score adjustedConfidence { low high } previous { verdict } }
        }
      }
    }`,
    ofData: ({ projects }: { projects: { nodes: { name: string }[] } }) => projects.nodes.map(({ name }) => name),
    tool: 'list_projects',
    input: { limit: 10 },
    ofResult: ({ projects }: { projects: { name: string }[] }) => projects.map(({ name }) => name),
  },
  {
    question: 'a score with what explains it',
    query: `{
      project(id: "${projectId}") {
        visibility {
          score evenScore adjustedConfidence { low high }
          previous { score change verdict explanation { isExplainedBy } }
          byPlatform { platform visibilityScore responseCount adjustedConfidence { low high } previous { verdict } }
        }
        quality { byPlatform { platform reasons { state reason count } } }
        changes { at kind text }
      }
    }`,
    ofData: ({ project }: { project: { visibility: Scored } }) => project.visibility.score,
    tool: 'get_visibility',
    input: { project_id: projectId },
    ofResult: ({ score }: Scored) => score,
  },
  {
    question: 'the brand and its competitors',
    query: `{
      project(id: "${projectId}") {
        brands(tracked: true) {
          name visibilityScore share adjustedConfidence { low high }
          previous { change verdict } againstBrand { verdict }
        }
      }
    }`,
    ofData: ({ project }: { project: { brands: Scored[] } }) => project.brands.map((one) => one.visibilityScore),
    tool: 'compare_brands',
    input: { project_id: projectId },
    ofResult: ({ brands }: { brands: Scored[] }) => brands.map(({ score }) => score),
  },
];

/**
 * What a request of MCP takes beside the same question over GraphQL, in the same run; and a list of tools, which has no
 * likeness there, beside the least that GraphQL answers.
 * @throws Error where a response is not 200, or both surfaces tell other numbers.
 */
export async function measureMcp(stage: Stage): Promise<ContestResult[]> {
  const { accounts, service: server } = stage;
  const contests = questions('').map(({ question }, at) => {
    const of = (account: BenchAccount) => questionOf(account, at);
    const asked = accounts.map(of);
    return {
      question,
      contestants: [
        {
          ...{ name: GRAPHQL, server },
          requests: asked.map(({ query }, of) => postBytes('/graphql', keyOf(accounts, of), { query })),
          read: (answer: unknown) => readBy(asked[0]?.ofData, answer, 'data'),
        },
        {
          ...{ name: MCP, server },
          requests: asked.map(({ tool, input }, of) =>
            messageOf(keyOf(accounts, of), 'tools/call', tool, { name: tool, arguments: input }),
          ),
          read: (answer: unknown) => readBy(asked[0]?.ofResult, structured(answer), 'structuredContent'),
        },
      ],
    };
  });
  for (const { question, contestants } of contests) await refuseDifferences(question, contestants);
  const lists = {
    question: 'the list of tools',
    contestants: [
      {
        ...{ name: GRAPHQL, server, form: 'its type alone' },
        requests: accounts.map(({ key }) => postBytes('/graphql', key, { query: '{ __typename }' })),
      },
      {
        ...{ name: MCP, server },
        requests: accounts.map(({ key }) => messageOf(key, 'tools/list')),
      },
    ],
  };
  return runContests(stage, [...contests, lists]);
}

function questionOf({ projectId }: BenchAccount, at: number): Question {
  const question = questions(projectId)[at];
  if (!question) throw new Error('there is no such question');
  return question;
}

function keyOf(accounts: readonly BenchAccount[], at: number): string {
  return accounts[at]?.key ?? '';
}

/** One message of the protocol as its newest revision has it, which is answered as JSON. */
function messageOf(key: string, method: string, name?: string, params: object = {}): Buffer {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  const named = name === undefined ? [] : [`Mcp-Name: ${name}`];
  const head = ['Accept: application/json, text/event-stream', `MCP-Protocol-Version: ${REVISION}`];
  return postBytes('/mcp', key, message, [...head, `Mcp-Method: ${method}`, ...named]);
}

function structured(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'result') : answer;
}

/** @throws Error for a response without what it should hold. */
function readBy(read: ((held: never) => unknown) | undefined, answer: unknown, name: string): unknown {
  const held: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (held === undefined || !read) throw new Error(`wrong answer: ${JSON.stringify(answer).slice(0, 500)}`);
  // Each question's shape is what its query asks for.
  return read(held as never);
}

export function printMcp(results: readonly ContestResult[]): void {
  printRatios('Assistants: throughput relative to GraphQL', results, [
    { head: GRAPHQL, of: GRAPHQL, to: GRAPHQL },
    { head: MCP, of: MCP, to: GRAPHQL },
  ]);
  printMedians('Assistants', results);
}

import { randomUUID } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { SYSTEM_CLOCK } from '../../src/clock.js';
import { createKey } from '../../src/core/people/api-keys.js';
import type { Role } from '../../src/entities/vocabulary.js';
import { buildGraphqlSchema } from '../../src/graphql/schema.js';
import { type ApiCaller, liftLimits, liftLimitsOf, useApi } from '../support/api.js';
import { asGraphql } from '../support/graphql.js';
import { addPerson, anEmail, askWithSession, cookieOf, openOwner, type Person } from '../support/people.js';
import { queryDatabase } from '../support/sql.js';

/** Who may send which mutation: every role of a session, each kind of key, and no credential, for each mutation. */

const api = useApi({
  trustProxy: true,
  destinations: { webhookNetworks: [ipaddr.parseCIDR('127.0.0.0/8')], publicUrl: undefined },
});

const WHO = ['owner', 'member', 'viewer', 'key', 'reading key', 'nobody'] as const;
type Who = (typeof WHO)[number];

const WRITERS: readonly Who[] = ['owner', 'member', 'key'];
/** The same, also while writes of projects are switched off. */
const UNSWITCHED_WRITERS: readonly Who[] = [...WRITERS];
const SIGNED_IN: readonly Who[] = ['owner', 'member', 'viewer'];
const KEY_HOLDERS: readonly Who[] = ['owner', 'member'];
/** The same; they change numbers, so not while writes of projects are switched off. */
const CORRECTORS: readonly Who[] = [...KEY_HOLDERS];
const OWNERS: readonly Who[] = ['owner'];
/** The same; what they choose changes numbers. */
const APPLIERS: readonly Who[] = [...OWNERS];

/** Of nothing that is there: who is let through gets NOT_FOUND. */
const ID = `id: "${randomUUID()}"`;
const IDS = `ids: ["${randomUUID()}"]`;
const PROJECT_ID = `projectId: "${randomUUID()}"`;

interface Row {
  /** With its selection. */
  mutation: string;
  may: readonly Who[];
}

/** A mutation of the schema without a row here fails the test. */
const ROWS: Readonly<Record<string, Row>> = {
  createProject: {
    mutation: 'createProject(input: { brandName: "A", websiteUrl: "https://a.example" }) { id }',
    may: WRITERS,
  },
  updateProject: { mutation: `updateProject(${ID}, input: { mainTopic: "x" }) { id }`, may: WRITERS },
  deleteProject: { mutation: `deleteProject(${ID}) { deleted }`, may: WRITERS },
  pauseProject: { mutation: `pauseProject(${ID}) { id }`, may: WRITERS },
  resumeProject: { mutation: `resumeProject(${ID}) { id }`, may: WRITERS },
  createPrompt: { mutation: `createPrompt(${PROJECT_ID}, input: { promptText: "A?" }) { id }`, may: WRITERS },
  updatePrompt: { mutation: `updatePrompt(${ID}, input: { tags: ["x"] }) { id }`, may: WRITERS },
  deletePrompt: { mutation: `deletePrompt(${ID}) { deleted }`, may: WRITERS },
  createPrompts: {
    mutation: `createPrompts(${PROJECT_ID}, inputs: [{ promptText: "A?" }]) { id }`,
    may: WRITERS,
  },
  updatePrompts: { mutation: `updatePrompts(${IDS}, input: { addTags: ["x"] }) { id }`, may: WRITERS },
  deletePrompts: { mutation: `deletePrompts(${IDS}) { deleted }`, may: WRITERS },
  copyPrompts: { mutation: `copyPrompts(${IDS}, marketId: "${randomUUID()}") { id }`, may: WRITERS },
  createMarket: {
    mutation: `createMarket(${PROJECT_ID}, input: { name: "A", country: "DE" }) { id }`,
    may: WRITERS,
  },
  updateMarket: { mutation: `updateMarket(${ID}, input: { name: "A" }) { id }`, may: WRITERS },
  archiveMarket: { mutation: `archiveMarket(${ID}) { id }`, may: WRITERS },
  addSearchTerms: {
    mutation: `addSearchTerms(${PROJECT_ID}, input: { source: BING, csv: "Query,Impressions\\na,1" }) { accepted }`,
    may: WRITERS,
  },
  deleteSearchTerms: { mutation: `deleteSearchTerms(${PROJECT_ID}, source: BING) { removed }`, may: WRITERS },
  runPrompt: { mutation: `runPrompt(${ID}) { id }`, may: WRITERS },
  createCompetitor: { mutation: `createCompetitor(${PROJECT_ID}, input: { name: "A" }) { id }`, may: WRITERS },
  updateCompetitor: { mutation: `updateCompetitor(${ID}, input: { aliases: ["A"] }) { id }`, may: WRITERS },
  suggestCompetitors: { mutation: 'suggestCompetitors(input: { brandName: "A" }) { id }', may: WRITERS },
  dismissCandidate: { mutation: `dismissCandidate(${ID}) { __typename }`, may: WRITERS },
  restoreCandidate: { mutation: `restoreCandidate(${ID}) { __typename }`, may: WRITERS },
  deleteCompetitor: { mutation: `deleteCompetitor(${ID}) { deleted }`, may: WRITERS },
  updateIdentityProvider: {
    mutation: `updateIdentityProvider(${ID}, input: { isRequired: false }) { id }`,
    may: OWNERS,
  },
  removeHolderIdentity: { mutation: `removeHolderIdentity(${ID}) { id }`, may: SIGNED_IN },
  addNote: {
    mutation: `addNote(${PROJECT_ID}, input: { at: "2026-01-02T03:04:05Z", text: "New pricing page" }) { id }`,
    may: WRITERS,
  },
  removeNote: { mutation: `removeNote(${ID}) { deleted }`, may: WRITERS },
  correctAnswer: {
    mutation: `correctAnswer(${PROJECT_ID}, date: "2026-01-02", ${ID}, input: { sentiment: MIXED }) { id }`,
    may: CORRECTORS,
  },
  undoCorrection: { mutation: `undoCorrection(${PROJECT_ID}, date: "2026-01-02", ${ID}) { id }`, may: CORRECTORS },
  applyJudge: { mutation: `applyJudge(${PROJECT_ID}) { state }`, may: APPLIERS },
  createShareLink: {
    mutation: `createShareLink(${PROJECT_ID}, input: { name: "A", shows: [OVERVIEW] }) { url }`,
    may: KEY_HOLDERS,
  },
  updateShareLink: { mutation: `updateShareLink(${ID}, input: { name: "A" }) { id }`, may: KEY_HOLDERS },
  revokeShareLink: { mutation: `revokeShareLink(${ID}) { id }`, may: KEY_HOLDERS },
  createFeed: {
    mutation: `createFeed(${PROJECT_ID}, input: { name: "A", kind: VISIBILITY }) { url }`,
    may: KEY_HOLDERS,
  },
  revokeFeed: { mutation: `revokeFeed(${ID}) { id }`, may: KEY_HOLDERS },
  makeReport: {
    mutation: `makeReport(${PROJECT_ID}, input: { from: "2026-01-02", to: "2026-01-03" }) { id }`,
    may: UNSWITCHED_WRITERS,
  },
  createReportSchedule: {
    mutation: `createReportSchedule(${PROJECT_ID}, input: { cadence: WEEKLY, hour: 7, timeZone: "UTC" }) { id }`,
    may: UNSWITCHED_WRITERS,
  },
  updateReportSchedule: { mutation: `updateReportSchedule(${ID}, input: { hour: 8 }) { id }`, may: UNSWITCHED_WRITERS },
  deleteReportSchedule: { mutation: `deleteReportSchedule(${ID}) { deleted }`, may: UNSWITCHED_WRITERS },
  acknowledgeAlert: { mutation: `acknowledgeAlert(${ID}) { id }`, may: UNSWITCHED_WRITERS },
  resolveAlert: { mutation: `resolveAlert(${ID}) { id }`, may: UNSWITCHED_WRITERS },
  reopenAlert: { mutation: `reopenAlert(${ID}) { id }`, may: UNSWITCHED_WRITERS },
  updateAlertSettings: {
    mutation: `updateAlertSettings(${PROJECT_ID}, input: { minPoints: 8 }) { minPoints }`,
    may: UNSWITCHED_WRITERS,
  },
  updateNotifications: { mutation: 'updateNotifications(input: { digest: true }) { digest }', may: SIGNED_IN },
  updateBranding: { mutation: 'updateBranding(input: { name: "A" }) { name }', may: OWNERS },
  createApiKey: { mutation: 'createApiKey(input: { name: "k" }) { key { id } }', may: KEY_HOLDERS },
  revokeApiKey: { mutation: `revokeApiKey(${ID}) { id }`, may: KEY_HOLDERS },
  createDestination: {
    mutation: 'createDestination(input: { kind: WEBHOOK, name: "A", url: "http://127.0.0.1:9/" }) { secret }',
    may: KEY_HOLDERS,
  },
  updateDestination: { mutation: `updateDestination(${ID}, input: { name: "A" }) { id }`, may: KEY_HOLDERS },
  deleteDestination: { mutation: `deleteDestination(${ID}) { deleted }`, may: KEY_HOLDERS },
  rotateDestinationSecret: { mutation: `rotateDestinationSecret(${ID}) { secret }`, may: KEY_HOLDERS },
  enableDestination: { mutation: `enableDestination(${ID}) { id }`, may: KEY_HOLDERS },
  testDestination: { mutation: `testDestination(${ID}) { sent }`, may: KEY_HOLDERS },
  replayDelivery: { mutation: `replayDelivery(${ID}) { id }`, may: KEY_HOLDERS },
  replayDeliveries: {
    mutation: `replayDeliveries(destinationId: "${randomUUID()}", from: "2026-06-01T00:00:00Z",
      to: "2026-06-02T00:00:00Z")`,
    may: KEY_HOLDERS,
  },
  inviteHolder: {
    mutation: `inviteHolder(input: { email: "${anEmail()}", name: "A", role: VIEWER }) { holder { id } }`,
    may: OWNERS,
  },
  renewHolderLink: { mutation: `renewHolderLink(${ID}) { url }`, may: OWNERS },
  updateHolder: { mutation: `updateHolder(${ID}, input: { role: VIEWER }) { id }`, may: OWNERS },
  disableHolder: { mutation: `disableHolder(${ID}) { id }`, may: OWNERS },
  updateAccount: { mutation: 'updateAccount(input: { cadence: DAILY }) { cadence }', may: OWNERS },
  requestAccountDeletion: { mutation: 'requestAccountDeletion(name: "another") { id }', may: OWNERS },
  takeAccountBack: { mutation: 'takeAccountBack { id }', may: OWNERS },
  updateViewer: { mutation: 'updateViewer(input: { name: "A" }) { name }', may: SIGNED_IN },
  leaveAccount: { mutation: 'leaveAccount(name: "another") { accountId }', may: SIGNED_IN },
  endSession: { mutation: `endSession(${ID}) { ended }`, may: SIGNED_IN },
  endOtherSessions: { mutation: 'endOtherSessions { ended }', may: SIGNED_IN },
};

/** What those who are let through get here, as nothing is to be changed: another name, no deletion to take back. */
const REFUSED_ALWAYS = new Map([
  ['requestAccountDeletion', ['VALIDATION_ERROR']],
  ['takeAccountBack', ['CONFLICT']],
  ['leaveAccount', ['VALIDATION_ERROR', 'CONFLICT']],
]);

/** Writes of projects, prompts and competitors, which alone the kill switch stops. */
const MONITORED = Object.keys(ROWS).filter((name) => [WRITERS, CORRECTORS, APPLIERS].includes(ROWS[name]?.may ?? []));

const QUERIES_OF_HOLDERS = [
  'viewer { role }',
  'holders { id }',
  'sessions { id }',
  'securityEvents { totalCount }',
  'identityProviders { id }',
  'apiKeys { id }',
  'destinations { id }',
  'notifications { timeZone }',
];

let owner: Person;
let key: ApiCaller;
let readingKey: string;
const cookies = new Map<Who, string>();
let asked = 0;

beforeAll(async () => {
  await queryDatabase(api.database, `update platform_gate set served_until = now() + interval '1 hour'`);
  owner = await openOwner(api.db);
  key = await api.open();
  await liftLimits(key);
  const input = { accountId: key.account.accountId, name: 'tool', access: 'read' };
  readingKey = (await createKey(api.db, SYSTEM_CLOCK, input)).apiKey;
  cookies.set('owner', await cookieOf(api, owner.email));
  for (const role of ['member', 'viewer'] as const satisfies Role[]) {
    cookies.set(role, await cookieOf(api, (await addPerson(api.db, owner, role)).email));
  }
});

beforeEach(async () => {
  await liftLimitsOf(api.db);
});

async function ask(who: Who, query: string) {
  const cookie = cookies.get(who);
  if (cookie !== undefined) return askWithSession(api, cookie, query);
  asked += 1;
  // A network asks so often without a credential, and these are more: each comes from another.
  const from = { 'X-Forwarded-For': `198.51.${Math.floor(asked / 250)}.${asked % 250}` };
  const sent = { key: key.key, 'reading key': readingKey }[who as string];
  const credential = sent === undefined ? from : { Authorization: `Bearer ${sent}` };
  const headers = { 'Content-Type': 'application/json', ...credential };
  return asGraphql(await api.request('POST', '/graphql', headers, JSON.stringify({ query })));
}

const codeOf = async (who: Who, query: string) =>
  (await ask(who, query)).body.errors?.[0]?.extensions['code'] ?? 'done';

test('every mutation of the schema has a row', () => {
  const mutations = Object.keys(buildGraphqlSchema().getMutationType()?.getFields() ?? {});
  expect(mutations.toSorted()).toEqual(Object.keys(ROWS).toSorted());
});

describe.each(Object.entries(ROWS))('%s', (name, { mutation, may }) => {
  test.each(WHO)('%s', async (who) => {
    const code = await codeOf(who, `mutation { ${mutation} }`);
    if (who === 'nobody') expect(code).toBe('UNAUTHORIZED');
    else if (may.includes(who)) expect(['done', 'NOT_FOUND', ...(REFUSED_ALWAYS.get(name) ?? [])]).toContain(code);
    else expect(code).toBe('FORBIDDEN');
  });
});

test.each(QUERIES_OF_HOLDERS)('{ %s } is for those who signed in', async (field) => {
  for (const who of SIGNED_IN) expect([who, await codeOf(who, `{ ${field} }`)]).toEqual([who, 'done']);
  for (const who of ['key', 'reading key'] as const) expect(await codeOf(who, `{ ${field} }`)).toBe('FORBIDDEN');
  expect(await codeOf('nobody', `{ ${field} }`)).toBe('UNAUTHORIZED');
});

describe('with an inactive subscription', () => {
  const TAKES_AWAY = [
    'revokeApiKey',
    'revokeShareLink',
    'revokeFeed',
    'deleteDestination',
    'disableHolder',
    'removeHolderIdentity',
    'endSession',
    'endOtherSessions',
    'updateViewer',
    'updateNotifications',
  ];

  beforeAll(() =>
    queryDatabase(api.database, `update account set subscription = 'inactive' where account_id = $1`, [
      owner.accountId,
    ]),
  );
  afterAll(() =>
    queryDatabase(api.database, `update account set subscription = 'active' where account_id = $1`, [owner.accountId]),
  );

  test('an owner reads, and is told why nothing may be written', async () => {
    const { body } = await ask('owner', '{ account { subscription } projects { totalCount } apiKeys { id } }');
    expect(body.errors).toBeUndefined();
    const others = Object.entries(ROWS).filter(([name]) => !TAKES_AWAY.includes(name) && !REFUSED_ALWAYS.has(name));
    for (const [name, { mutation }] of others) {
      const [error] = (await ask('owner', `mutation { ${mutation} }`)).body.errors ?? [];
      expect([name, error?.extensions['code'], error?.message]).toEqual([
        name,
        'FORBIDDEN',
        'The subscription is inactive: you can read, but not change anything',
      ]);
    }
  });

  test.each(TAKES_AWAY)('%s, which gives nobody anything, is done all the same', async (name) => {
    expect(['done', 'NOT_FOUND']).toContain(await codeOf('owner', `mutation { ${ROWS[name]?.mutation} }`));
  });

  test.each([...REFUSED_ALWAYS])('%s is let through all the same', async (name, codes) => {
    expect(codes).toContain(await codeOf('owner', `mutation { ${ROWS[name]?.mutation} }`));
  });
});

describe('while the kill switch is on', () => {
  const turn = (isActive: boolean) =>
    queryDatabase(api.database, 'update service_switch set is_active = $1', [isActive]);
  beforeAll(() => turn(true));
  afterAll(() => turn(false));

  test('writes of projects, prompts and competitors are refused, the others not', async () => {
    for (const [name, { mutation }] of Object.entries(ROWS)) {
      const isRefused = (await codeOf('owner', `mutation { ${mutation} }`)) === 'SERVICE_KILL_SWITCH_ACTIVE';
      expect([name, isRefused]).toEqual([name, MONITORED.includes(name)]);
    }
    expect((await ask('owner', '{ account { isReadOnly } }')).body.data).toEqual({ account: { isReadOnly: true } });
  });
});

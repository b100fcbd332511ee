import { type AppOptions, createApp } from '../../src/app.js';
import type { Clock } from '../../src/clock.js';
import type { DatabaseSession } from '../../src/database/database-session.js';
import { statement } from '../../src/database/rows.js';
import type { Tier } from '../../src/entities/vocabulary.js';
import type { FastPaths } from '../../src/environment-values.js';
import { createLog } from '../../src/http/log.js';
import { listen, type RunningServer, type ServerBounds } from '../../src/http/server.js';
import { openAccount, type TestAccount } from './accounts.js';
import { connectAgain, createTestDatabase, type TestDatabase } from './database.js';
import { FAST_PATHS } from './fast-paths.js';

/** The instant that a test's API takes for now, so that windows have days that a test can name. */
export const TODAY = '2026-06-15';
export const FIXED_CLOCK: Clock = { now: () => new Date(`${TODAY}T12:00:00.000Z`) };

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined where there is none. */
  body: unknown;
}

export type SentHeaders = Record<string, string>;
export type SentBody = NonNullable<RequestInit['body']>;

/** The service's HTTP face on a database of the test file's own, in this process, for the tests of one file. */
export interface TestApi {
  readonly database: TestDatabase;
  /** A new entity manager each time, as a job has one. */
  readonly db: DatabaseSession;
  readonly url: string;
  /** One request with exactly these headers; `path` is whole. */
  request: (method: string, path: string, headers?: SentHeaders, body?: SentBody) => Promise<Answer>;
  /** An account of the test's own. */
  open: (tier?: Tier) => Promise<ApiCaller>;
}

/** An account that speaks to the API with one of its keys; paths are below `/api/v1`, bodies are sent as JSON. */
export class ApiCaller {
  constructor(
    readonly api: TestApi,
    readonly account: TestAccount,
    readonly key = account.apiKey,
  ) {}

  get(path: string, headers: SentHeaders = {}): Promise<Answer> {
    return this.send('GET', path, headers);
  }

  post(path: string, body: unknown, headers: SentHeaders = {}): Promise<Answer> {
    return this.sendJson('POST', path, body, headers);
  }

  patch(path: string, body: unknown): Promise<Answer> {
    return this.sendJson('PATCH', path, body, {});
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** Sends a body unchanged. */
  send(method: string, path: string, headers: SentHeaders = {}, body?: SentBody): Promise<Answer> {
    return this.api.request(method, `/api/v1${path}`, { Authorization: `Bearer ${this.key}`, ...headers }, body);
  }

  sendJson(method: string, path: string, body: unknown, headers: SentHeaders = {}): Promise<Answer> {
    return this.send(method, path, { 'Content-Type': 'application/json', ...headers }, JSON.stringify(body));
  }
}

/** Where links of the tests lead. */
export const LINK_BASE_URL = 'https://visibility.example';

export interface ApiOptions
  extends Pick<
    AppOptions,
    | 'inFlightBounds'
    | 'hstsMaxAgeSeconds'
    | 'secondFactorKey'
    | 'secondFactorOtherKey'
    | 'publicUrl'
    | 'sendMail'
    | 'offersSetup'
    | 'importFile'
    | 'platforms'
    | 'destinations'
  > {
  /** Receives the log; nothing does where left out. */
  log?: AppOptions['log'];
  clock?: Clock;
  fastPaths?: FastPaths;
  /** Lets a test choose its address. */
  trustProxy?: boolean;
  serverBounds?: Partial<ServerBounds>;
}

/** Starts the API before the file's tests and stops it after them. */
export function useApi(options: ApiOptions = {}): TestApi {
  return useApp(createTestDatabase, options);
}

/** A second process of the service, in effect: an app and connections of its own on the database of another. */
export function useReplica(api: TestApi, options: ApiOptions = {}): TestApi {
  return useApp(() => connectAgain(api.database, options.fastPaths), options);
}

/** A started API, for a part of a test or for what is no test file. */
export type StartedApi = TestApi & { close: () => Promise<void> };

/** Starts the API on a database of its own, or with connections of its own to another's, until `close`. */
export async function startApi(options: ApiOptions = {}, shared?: TestDatabase): Promise<StartedApi> {
  const open = shared ? () => connectAgain(shared, options.fastPaths) : createTestDatabase;
  const { database, server } = await startApp(open, options);
  const close = async () => {
    await server.stop();
    await database.close();
  };
  return Object.assign(
    apiOn(() => ({ database, server })),
    { close },
  );
}

interface RunningApp {
  database: TestDatabase;
  server: RunningServer;
}

function useApp(openDatabase: () => Promise<TestDatabase>, options: ApiOptions): TestApi {
  let running: RunningApp | undefined;
  beforeAll(async () => {
    running = await startApp(openDatabase, options);
  });
  afterAll(async () => {
    await running?.server.stop();
    await running?.database.close();
  });
  return apiOn(() => {
    if (!running) throw new Error('the API has not started');
    return running;
  });
}

async function startApp(
  openDatabase: () => Promise<TestDatabase>,
  { clock = FIXED_CLOCK, fastPaths = FAST_PATHS, trustProxy = false, serverBounds, log, ...options }: ApiOptions,
): Promise<RunningApp> {
  const database = await openDatabase();
  const app = createApp({
    ...options,
    core: { database, clock },
    log: log ?? createLog('silent'),
    health: { isReady: async () => true },
    trustProxy,
    servesApi: true,
    fastPaths,
    linkBaseUrl: LINK_BASE_URL,
  });
  return { database, server: await listen(app, { host: '127.0.0.1', port: 0 }, serverBounds) };
}

function apiOn(started: () => RunningApp): TestApi {
  const api: TestApi = {
    get database() {
      return started().database;
    },
    get db() {
      return started().database.db;
    },
    get url() {
      return started().server.url;
    },
    request: (method, path, headers = {}, body = undefined) => fetchAnswer(method, `${api.url}${path}`, headers, body),
    open: async (tier = 'agency') => new ApiCaller(api, await openAccount(api.db, tier)),
  };
  return api;
}

/** One request with exactly these headers. */
export async function fetchAnswer(method: string, url: string, headers: SentHeaders, body: SentBody | undefined) {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Runs a statement of the test's own: for what no verb brings about, such as the passing of time. */
export async function sql<Row = object>(db: DatabaseSession, text: string, values: readonly unknown[] = []) {
  return db.rows(statement<Row>('', text), values);
}

/** Lets an account ask as often as a test needs. */
export async function liftLimits(caller: ApiCaller): Promise<void> {
  await sql(
    caller.api.db,
    `update request_budget
     set minute_started_at = now(), minute_count = -1000000, day_date = (now() at time zone 'UTC')::date,
       day_count = -1000000
     where account_id = $1`,
    [caller.account.accountId],
  );
}

/** Lets the holders that there are, of one account or of all, ask as often as a test needs for a minute from now. */
export async function liftLimitsOf(db: DatabaseSession, accountId: string | null = null): Promise<void> {
  await sql(
    db,
    `update dashboard_budget b
     set minute_started_at = now(), minute_count = -1000000, holder_counts = (
       select coalesce(jsonb_object_agg(h.id, -1000000), '{}')
       from holder h
       where h.account_id = b.account_id
     )
     where b.account_id = $1 or $1::uuid is null`,
    [accountId],
  );
}

import { closeSync, openSync, readSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { JUDGE_ASKS, type JudgeAsk, PLATFORMS, type Platform } from './entities/vocabulary.js';
import {
  apiKey,
  baseUrl,
  dailyBudget,
  databaseUrl,
  encryptionKey,
  type FastPaths,
  fastPathList,
  flag,
  hstsSeconds,
  judgePlatform,
  judgePlatformOrOff,
  matching,
  modelName,
  networkList,
  origin,
  port,
  requestsPerMinute,
  smtpUrl,
  toFastPaths,
  trustProxy,
  usualThreads,
  wholeNumber,
} from './environment-values.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ROLES = ['all', 'api', 'worker'] as const;

/** All variables of the environment and their shapes (operating.md, "Environment"). */
export const ENVIRONMENT = z.object({
  // What the process does, and where it listens
  PORT: port().default(4000),
  METRICS_PORT: port().optional(),
  HOST: matching(/^[\w.:%-]+$/, 'must be an IP address or a host name').default('127.0.0.1'),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  DRAIN_SECONDS: wholeNumber(1, 600, 'seconds').default(10),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl().optional(),
  BYPASSES: fastPathList().default(toFastPaths('on')),

  // The database
  DATABASE_URL: databaseUrl().optional(),
  DATABASE_POOLED: flag().default(false),
  DATABASE_DISTRIBUTED: flag().default(false),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag().optional(),

  // Where people reach the service, and how it sends mail
  PUBLIC_URL: origin().optional(),
  TRUST_PROXY: trustProxy().default(false),
  HSTS_MAX_AGE_SECONDS: hstsSeconds().optional(),
  SMTP_URL: smtpUrl().optional(),
  MAIL_FROM: matching(/^[^\r\n]{3,320}$/, 'must be an address such as Name <name@example.com>').optional(),
  WEBHOOK_NETWORKS: networkList().default([]),
  SECOND_FACTOR_KEY: encryptionKey().optional(),
  SECOND_FACTOR_OTHER_KEY: encryptionKey().optional(),
  OIDC_SESSION_HOURS: wholeNumber(1, 720, 'hours').default(12),
  SETUP: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SECRETS_KEY: encryptionKey().optional(),
  SECRETS_OTHER_KEY: encryptionKey().optional(),

  // What a worker does at once
  WORKER_CONCURRENCY: wholeNumber(1, 64, 'calls').default(8),
  LEASE_SECONDS: wholeNumber(1, 3_600, 'seconds').default(45),
  ANALYSIS_THREADS: wholeNumber(0, 16, 'threads').default(usualThreads()),

  // The platforms: the default rates are the lowest that their customers have
  OPENAI_API_KEY: apiKey().optional(),
  OPENAI_BASE_URL: baseUrl().default('https://api.openai.com/v1'),
  OPENAI_MODEL: modelName().optional(),
  OPENAI_REQUESTS_PER_MINUTE: requestsPerMinute().default(60),
  OPENAI_DAILY_BUDGET_USD: dailyBudget().optional(),
  PERPLEXITY_API_KEY: apiKey().optional(),
  PERPLEXITY_BASE_URL: baseUrl().default('https://api.perplexity.ai'),
  PERPLEXITY_MODEL: modelName().optional(),
  PERPLEXITY_REQUESTS_PER_MINUTE: requestsPerMinute().default(50),
  PERPLEXITY_DAILY_BUDGET_USD: dailyBudget().optional(),
  ANTHROPIC_API_KEY: apiKey().optional(),
  ANTHROPIC_BASE_URL: baseUrl().default('https://api.anthropic.com'),
  ANTHROPIC_MODEL: modelName().optional(),
  ANTHROPIC_REQUESTS_PER_MINUTE: requestsPerMinute().default(50),
  ANTHROPIC_DAILY_BUDGET_USD: dailyBudget().optional(),
  GEMINI_API_KEY: apiKey().optional(),
  GEMINI_BASE_URL: baseUrl().default('https://generativelanguage.googleapis.com'),
  GEMINI_MODEL: modelName().optional(),
  GEMINI_REQUESTS_PER_MINUTE: requestsPerMinute().default(60),
  // Gemini alone has a budget by default, as how often it searches for a question, at 1.4 cents each time, has no
  // bound. 20 USD are some 200 to 1,000 answers.
  GEMINI_DAILY_BUDGET_USD: dailyBudget().default(20),
  GEMINI_GROUNDING: flag().default(true),

  // The judge, and the names that its variables had while it judged sentiment alone
  JUDGE: judgePlatformOrOff().optional(),
  JUDGE_MODEL: modelName().optional(),
  JUDGE_ASK: z.enum(JUDGE_ASKS, `must be one of ${JUDGE_ASKS.join(', ')}`).optional(),
  JUDGE_DAILY_BUDGET_USD: dailyBudget().optional(),
  SENTIMENT_JUDGE: judgePlatform().optional(),
  SENTIMENT_JUDGE_MODEL: modelName().optional(),
  SENTIMENT_JUDGE_DAILY_BUDGET_USD: dailyBudget().optional(),
});

type Environment = z.output<typeof ENVIRONMENT>;

/** What the variables of a platform begin with. */
const PREFIXES = {
  chatgpt: 'OPENAI',
  perplexity: 'PERPLEXITY',
  claude: 'ANTHROPIC',
  gemini: 'GEMINI',
} as const satisfies Record<Platform, string>;

/** What the judge may cost a day by default: some 3,000 answers of common length by the dearest default model. */
const JUDGE_DAILY_BUDGET_USD = 5;

/** Whose model judges where JUDGE is not set: the first with a key. By the price of a question, the lowest first. */
export const DEFAULT_JUDGES = ['chatgpt', 'perplexity', 'gemini', 'claude'] as const satisfies readonly Platform[];

/**
 * The variables that are secrets. Each may come from a file that `<name>_FILE` names instead, as container engines and
 * systemd hand them over, and none is ever shown.
 */
export const SECRETS = [
  'DATABASE_URL',
  'SMTP_URL',
  'SECOND_FACTOR_KEY',
  'SECOND_FACTOR_OTHER_KEY',
  'SECRETS_KEY',
  'SECRETS_OTHER_KEY',
  'OPENAI_API_KEY',
  'PERPLEXITY_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
] as const satisfies readonly (keyof Environment)[];

/** Of a secret's file; no secret is nearly as long. */
const SECRET_FILE_BYTES_MAX = 65_536;

/** A wrong value of the environment; its message is the one line that the operator sees. */
export class ConfigError extends Error {}

type Role = (typeof ROLES)[number];

/** The configuration of a process, as {@link readConfig} reads it. */
export interface Config {
  port: number;
  host: string;
  /** Where `/metrics` is served; absent: on `port`, to this machine alone. */
  metricsPort: number | undefined;
  /** Time for which browsers must use HTTPS alone; absent: no such header is sent. */
  hstsMaxAgeSeconds: number | undefined;
  /** Absent: the embedded server. */
  databaseUrl: string | undefined;
  isDatabasePooled: boolean;
  /** Accounts lie on several servers (Citus): no statement of admission is for two of them. */
  isDatabaseDistributed: boolean;
  dataDir: string;
  loadsDemo: boolean;
  role: Role;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Express's `trust proxy`. */
  trustProxy: boolean | number | string;
  fastPaths: FastPaths;
  /** Where people reach the service, without a slash at the end; absent: where their requests come to. */
  publicUrl: string | undefined;
  /** The same for links, which name a place in any case: HOST and PORT where `publicUrl` is absent. */
  linkBaseUrl: string;
  /** Absent: nothing is mailed. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Private networks that customers' webhooks may lie in, each with its bits: none but public ones by default. */
  webhookNetworks: ReturnType<ReturnType<typeof networkList>['parse']>;
  /** Encrypts the secrets of authenticator apps, 32 bytes; absent: they lie in the clear. */
  secondFactorKey: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secondFactorOtherKey: Buffer | undefined;
  /** What a session by a company's provider lasts at most. */
  providerSessionHours: number;
  /** Whether the first account can be opened in a browser. */
  offersSetup: boolean;
  /**
   * Encrypts the platforms' keys that are stored, and the secrets of destinations, 32 bytes; absent: no key can be
   * stored, and none is read, and secrets of destinations lie in the clear.
   */
  secretsKey: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secretsOtherKey: Buffer | undefined;
  /** Those that the environment has a key of. */
  platforms: readonly PlatformConfig[];
  /** How each of the four is asked, wherever its key comes from. */
  platformSettings: readonly PlatformSettings[];
  /** Where spans are sent, without a slash at the end; absent: nothing is traced. */
  tracesEndpoint: string | undefined;
  /** How a worker asks them. */
  worker: {
    /** Calls at once to a platform. */
    concurrency: number;
    /** A worker that is not heard of for so long has lost its runs. */
    leaseSeconds: number;
    /** What a stop may take. */
    drainSeconds: number;
  };
  /** Threads that analyse texts; 0: the process's own thread does. */
  analysisThreads: number;
  /** `off`: the rules alone. Absent: no choice, which leaves each project the judge that it has. */
  judge: JudgeConfig | 'off' | undefined;
}

/** A platform that can be called: its key, and where. */
interface PlatformAddress {
  platform: Platform;
  apiKey: string;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** A platform that is asked with a key of the environment. */
type PlatformConfig = PlatformSettings & Pick<PlatformAddress, 'apiKey'>;

/** Where a platform is asked, and within what bounds. */
interface PlatformSettings extends Omit<PlatformAddress, 'apiKey'> {
  /** Absent: the platform's small model that can search the web. */
  model: string | undefined;
  /** Over all processes together. */
  requestsPerMinute: number;
  /** What all processes together may spend on a UTC day; absent: no bound. */
  dailyBudgetUsd: number | undefined;
  /** Whether Gemini searches the web; the other platforms always do. */
  isGrounded: boolean;
}

/** The platform that judges names and tone, its `model` where one is named, and what it may cost on a UTC day. */
interface JudgeConfig extends PlatformAddress {
  model: string | undefined;
  /** How often it is asked about a tone. */
  ask: JudgeAsk;
  dailyBudgetUsd: number;
  /** Whether JUDGE is not set: then it judges new answers alone. */
  isDefault: boolean;
  /** Whether a tenth of what asking cost on the day before is a bound too, of half a dollar at least. */
  followsAsking: boolean;
}

/**
 * Reads the environment, and the files of secrets that it names: the only place that does. The empty string counts as
 * absent.
 * @throws ConfigError naming the variable, the fault of its value and what is accepted.
 */
export function readConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const inFiles = readSecretFiles(present);
  const result = ENVIRONMENT.safeParse({ ...present, ...inFiles });
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    if (name in inFiles) throw new ConfigError(`${name}_FILE: the text of its file ${issue?.message}`);
    const shown = isShown(name) ? JSON.stringify(present[name]) : 'the value given';
    throw new ConfigError(`${name}: ${shown} ${issue?.message}`);
  }
  const read = result.data;
  const platformSettings = PLATFORMS.map((platform) => settingsOf(read, platform));
  const platforms = platformsOf(read, platformSettings);
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    metricsPort: read.METRICS_PORT,
    hstsMaxAgeSeconds: read.HSTS_MAX_AGE_SECONDS,
    tracesEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    databaseUrl: read.DATABASE_URL,
    isDatabasePooled: read.DATABASE_POOLED,
    isDatabaseDistributed: read.DATABASE_DISTRIBUTED,
    dataDir: read.DATA_DIR,
    loadsDemo: read.DEMO ?? read.DATABASE_URL === undefined,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    fastPaths: read.BYPASSES,
    publicUrl: read.PUBLIC_URL,
    linkBaseUrl: read.PUBLIC_URL ?? ownUrl(read),
    smtpUrl: read.SMTP_URL,
    mailFrom: mailFromOf(read),
    webhookNetworks: read.WEBHOOK_NETWORKS,
    secondFactorKey: read.SECOND_FACTOR_KEY,
    secondFactorOtherKey: read.SECOND_FACTOR_OTHER_KEY,
    providerSessionHours: read.OIDC_SESSION_HOURS,
    offersSetup: read.SETUP === 'on',
    secretsKey: read.SECRETS_KEY,
    secretsOtherKey: read.SECRETS_OTHER_KEY,
    platforms,
    platformSettings,
    worker: {
      concurrency: read.WORKER_CONCURRENCY,
      leaseSeconds: read.LEASE_SECONDS,
      drainSeconds: read.DRAIN_SECONDS,
    },
    analysisThreads: read.ANALYSIS_THREADS,
    judge: judgeOf(read, platforms),
  });
}

/** The address of a platform may hold a secret too, where it is a proxy's. */
function isShown(name: string): boolean {
  return !/_BASE_URL$|_ENDPOINT$/.test(name) && !SECRETS.some((secret) => secret === name);
}

/**
 * The secrets whose files the environment names, by the secrets' own names.
 * @throws ConfigError for a secret that is set as well, and a file that cannot be read, is empty, or too long.
 */
function readSecretFiles(present: NodeJS.ProcessEnv): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const file = present[`${name}_FILE`];
    if (file === undefined) continue;
    if (present[name] !== undefined) throw new ConfigError(`${name}: is set, and so is ${name}_FILE; set one of them`);
    secrets[name] = readSecretFile(`${name}_FILE`, file);
  }
  return secrets;
}

/** Without the line's end that editors and `echo` leave after a text. */
function readSecretFile(variable: string, file: string): string {
  const shown = JSON.stringify(file);
  let text: string;
  try {
    text = readStart(file, SECRET_FILE_BYTES_MAX + 1);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    throw new ConfigError(`${variable}: the file ${shown} cannot be read (${code})`);
  }
  if (Buffer.byteLength(text) > SECRET_FILE_BYTES_MAX) {
    throw new ConfigError(`${variable}: the file ${shown} must be at most ${SECRET_FILE_BYTES_MAX} bytes long`);
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw new ConfigError(`${variable}: the file ${shown} is empty`);
  return secret;
}

/** At most so many bytes of a file: one that never ends, such as a device, is left there. */
function readStart(file: string, bytesMax: number): string {
  const bytes = Buffer.alloc(bytesMax);
  const handle = openSync(file, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < bytesMax; length += read) {
      read = readSync(handle, bytes, length, bytesMax - length, null);
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(handle);
  }
}

function ownUrl({ HOST, PORT }: Environment): string {
  return `http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}:${PORT}`;
}

/** Mail without a sender is refused by most servers. */
function mailFromOf({ SMTP_URL, MAIL_FROM }: Environment): string | undefined {
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM: needed with SMTP_URL');
  return MAIL_FROM;
}

/** Those with a key. */
function platformsOf(read: Environment, settings: readonly PlatformSettings[]): PlatformConfig[] {
  return settings.flatMap((each) => {
    const apiKey = read[`${PREFIXES[each.platform]}_API_KEY`];
    return apiKey === undefined ? [] : { ...each, apiKey };
  });
}

function settingsOf(read: Environment, platform: Platform): PlatformSettings {
  const prefix = PREFIXES[platform];
  return {
    platform,
    baseUrl: read[`${prefix}_BASE_URL`],
    model: read[`${prefix}_MODEL`],
    requestsPerMinute: read[`${prefix}_REQUESTS_PER_MINUTE`],
    dailyBudgetUsd: read[`${prefix}_DAILY_BUDGET_USD`],
    isGrounded: platform !== 'gemini' || read.GEMINI_GROUNDING,
  };
}

/**
 * The judge of the environment: that of JUDGE, else the first of {@link DEFAULT_JUDGES} with a key; undefined where
 * JUDGE is not set and there is no key.
 * @throws ConfigError for a variable and its former name of different values, a judge whose platform has no key, a
 *   model without a platform, and a budget or how often to ask without a judge.
 */
function judgeOf(read: Environment, platforms: readonly PlatformConfig[]): Config['judge'] {
  const wanted = setUnder('JUDGE', read.JUDGE, read.SENTIMENT_JUDGE);
  const model = setUnder('JUDGE_MODEL', read.JUDGE_MODEL, read.SENTIMENT_JUDGE_MODEL);
  const daily = [read.JUDGE_DAILY_BUDGET_USD, read.SENTIMENT_JUDGE_DAILY_BUDGET_USD] as const;
  const budget = setUnder('JUDGE_DAILY_BUDGET_USD', ...daily);
  const ask = read.JUDGE_ASK === undefined ? null : { name: 'JUDGE_ASK', value: read.JUDGE_ASK };
  const chosen = wanted === null ? defaultJudgeOf(platforms) : platformOf(wanted, platforms);
  // A model's name says nothing without its platform, which the keys alone would choose.
  const [idle] = [model, budget, ask].filter((each) => each !== null && (!chosen || (!wanted && each === model)));
  if (idle) throw new ConfigError(`${idle.name}: needs JUDGE, which is ${wanted ? 'off' : 'not set'}`);
  if (!chosen) return wanted?.value === 'off' ? 'off' : undefined;
  const isDefault = wanted === null;
  return {
    platform: chosen.platform,
    apiKey: chosen.apiKey,
    baseUrl: chosen.baseUrl,
    model: model?.value,
    ask: read.JUDGE_ASK ?? 'often',
    dailyBudgetUsd: budget?.value ?? (isDefault ? defaultBudgetOf(chosen) : JUDGE_DAILY_BUDGET_USD),
    isDefault,
    followsAsking: isDefault && budget === null,
  };
}

/** The platform that JUDGE names; undefined where it is off. */
function platformOf(
  { name, value }: { name: string; value: Platform | 'off' },
  platforms: readonly PlatformConfig[],
): PlatformConfig | undefined {
  if (value === 'off') return undefined;
  const found = platforms.find(({ platform }) => platform === value);
  if (found) return found;
  throw new ConfigError(`${name}: ${JSON.stringify(value)} needs ${PREFIXES[value]}_API_KEY, which is not set`);
}

function defaultJudgeOf(platforms: readonly PlatformConfig[]): PlatformConfig | undefined {
  const [first] = DEFAULT_JUDGES.flatMap((judge) => platforms.filter(({ platform }) => platform === judge));
  return first;
}

/** No more than the operator lets the same platform cost. */
function defaultBudgetOf({ dailyBudgetUsd = JUDGE_DAILY_BUDGET_USD }: PlatformConfig): number {
  return Math.min(JUDGE_DAILY_BUDGET_USD, dailyBudgetUsd);
}

/** The value of a variable or of its former name, and which of them has it; null where neither is set. */
function setUnder<Value>(
  name: 'JUDGE' | 'JUDGE_MODEL' | 'JUDGE_DAILY_BUDGET_USD',
  value: Value | undefined,
  former: Value | undefined,
): { name: string; value: Value } | null {
  const formerName = `SENTIMENT_${name}`;
  if (value !== undefined && former !== undefined && value !== former) {
    throw new ConfigError(`${name}: differs from ${formerName}, its former name; set one of them`);
  }
  if (value !== undefined) return { name, value };
  return former === undefined ? null : { name: formerName, value: former };
}

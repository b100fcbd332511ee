import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { type Bypasses, bypassList } from './bypasses.js';
import { ConfigError } from './config-error.js';
import { faultOfDatabaseUrl } from './database-url.js';
import { JUDGE_VARIABLES, type JudgeConfig, judgeOf } from './judge-variables.js';
import { PEOPLE_VARIABLES } from './people-variables.js';
import { flag, type PlatformConfig, platformEnvironment, platformsOf, wholeNumber } from './platform-variables.js';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ROLES = ['all', 'api', 'worker'] as const;

const TRUST_PROXY_FAULT =
  'must be true, false, a number of hops, or a list of IP addresses, CIDR ranges, loopback, linklocal and uniquelocal';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port from 0 to 65535');

const HSTS_MAX_SECONDS = 63_072_000;
const HSTS_FAULT = `must be whole seconds from 0 to ${HSTS_MAX_SECONDS}, which is two years`;

/** Each thread has 100 MB of words of its own; more of them than two pay on a machine that does little else. */
const USUAL_THREADS_MAX = 2;

/** All but one of the processors, which is left to requests, but one thread at least. */
function usualThreads(): number {
  return Math.min(USUAL_THREADS_MAX, Math.max(1, availableParallelism() - 1));
}

/** The shapes of the environment (operating.md, "Environment"); the empty string counts as absent. */
const environment = z.object({
  PORT: port.default(4000),
  METRICS_PORT: port.optional(),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an IP address or a host name')
    .default('127.0.0.1'),
  DATABASE_URL: z.string().superRefine(refuseDatabaseUrl).optional(),
  DATABASE_POOLED: flag.default(false),
  DATABASE_DISTRIBUTED: flag.default(false),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.optional(),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  HSTS_MAX_AGE_SECONDS: z
    .string()
    .regex(/^\d{1,8}$/, HSTS_FAULT)
    .transform(Number)
    .refine((seconds) => seconds <= HSTS_MAX_SECONDS, HSTS_FAULT)
    .optional(),
  TRUST_PROXY: z.string().refine(isTrustProxy, TRUST_PROXY_FAULT).transform(toTrustProxy).default(false),
  BYPASSES: bypassList,
  ...PEOPLE_VARIABLES,
  WORKER_CONCURRENCY: wholeNumber(1, 64, 8, 'calls'),
  LEASE_SECONDS: wholeNumber(1, 3_600, 45, 'seconds'),
  DRAIN_SECONDS: wholeNumber(1, 600, 10, 'seconds'),
  ANALYSIS_THREADS: wholeNumber(0, 16, usualThreads(), 'threads'),
  ...platformEnvironment.shape,
  ...JUDGE_VARIABLES,
});

/** Values that may hold a secret are never shown. */
const UNSHOWN = /^DATABASE_URL$|^SMTP_URL$|^SECOND_FACTOR_|_API_KEY$|_BASE_URL$/;

export type Role = (typeof ROLES)[number];

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
  /** Accounts lie on several servers (Citus): no statement of the door is for two of them. */
  isDatabaseDistributed: boolean;
  dataDir: string;
  loadsDemo: boolean;
  role: Role;
  logLevel: (typeof LOG_LEVELS)[number];
  trustProxy: boolean | number | string;
  bypasses: Bypasses;
  /** Where people reach the service, without a slash at the end; absent: where their requests come to. */
  publicUrl: string | undefined;
  /** The same for links, which name a place in any case: HOST and PORT where `publicUrl` is absent. */
  linkBaseUrl: string;
  /** Absent: nothing is mailed. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  /** Encrypts the secrets of authenticator apps; absent: they lie in the clear. */
  secondFactorKey: Buffer | undefined;
  /** Reads them too, while the key is changed. */
  secondFactorOtherKey: Buffer | undefined;
  /** Those with a key. */
  platforms: readonly PlatformConfig[];
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
  /** Absent: the rules alone. */
  judge: JudgeConfig | undefined;
}

export { ConfigError };

/**
 * Reads the environment: the only place that does.
 * @throws ConfigError naming the variable, the fault of its value and what is accepted.
 */
export function readConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environment.safeParse(present);
  if (!result.success) {
    const [issue] = result.error.issues;
    const name = String(issue?.path[0]);
    const shown = UNSHOWN.test(name) ? 'the value given' : JSON.stringify(present[name]);
    throw new ConfigError(`${name}: ${shown} ${issue?.message}`);
  }
  const read = result.data;
  const platforms = platformsOf(read);
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    metricsPort: read.METRICS_PORT,
    hstsMaxAgeSeconds: read.HSTS_MAX_AGE_SECONDS,
    databaseUrl: read.DATABASE_URL,
    isDatabasePooled: read.DATABASE_POOLED,
    isDatabaseDistributed: read.DATABASE_DISTRIBUTED,
    dataDir: read.DATA_DIR,
    loadsDemo: read.DEMO ?? read.DATABASE_URL === undefined,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    bypasses: read.BYPASSES,
    publicUrl: read.PUBLIC_URL,
    linkBaseUrl: read.PUBLIC_URL ?? ownUrl(read),
    smtpUrl: read.SMTP_URL,
    mailFrom: mailFromOf(read),
    secondFactorKey: read.SECOND_FACTOR_KEY,
    secondFactorOtherKey: read.SECOND_FACTOR_OTHER_KEY,
    platforms,
    worker: {
      concurrency: read.WORKER_CONCURRENCY,
      leaseSeconds: read.LEASE_SECONDS,
      drainSeconds: read.DRAIN_SECONDS,
    },
    analysisThreads: read.ANALYSIS_THREADS,
    judge: judgeOf(read, platforms),
  });
}

type Environment = z.output<typeof environment>;

function ownUrl({ HOST, PORT }: Environment): string {
  return `http://${isIP(HOST) === 6 ? `[${HOST}]` : HOST}:${PORT}`;
}

/** Mail without a sender is refused by most servers. */
function mailFromOf({ SMTP_URL, MAIL_FROM }: Environment): string | undefined {
  if (SMTP_URL !== undefined && MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM: needed with SMTP_URL');
  return MAIL_FROM;
}

function refuseDatabaseUrl(text: string, ctx: z.RefinementCtx): void {
  const message = faultOfDatabaseUrl(text);
  if (message !== undefined) ctx.addIssue({ code: 'custom', message });
}

/** Express takes a switch, a number of hops, or a list of addresses; it would refuse others only once it is built. */
function isTrustProxy(text: string): boolean {
  return /^(true|false|\d{1,3})$/.test(text) || text.split(',').every((part) => isAddressRange(part.trim()));
}

function isAddressRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function toTrustProxy(text: string): boolean | number | string {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^\d+$/.test(text) ? Number(text) : text;
}

import { isIP } from 'node:net';
import { z } from 'zod';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ROLES = ['all', 'api', 'worker'] as const;

const TRUST_PROXY_FAULT =
  'must be true, false, a number of hops, or a list of IP addresses, CIDR ranges, loopback, linklocal and uniquelocal';

const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** The shapes of the environment (operating.md, "Environment"); the empty string counts as absent. */
const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port from 0 to 65535')
    .default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be an IP address or a host name')
    .default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be a URL postgresql://user:password@host:port/database')
    .optional(),
  DATABASE_POOLED: flag.default(false),
  DATA_DIR: z.string().default('.data'),
  DEMO: flag.optional(),
  ROLE: z.enum(ROLES, `must be one of ${ROLES.join(', ')}`).default('all'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  TRUST_PROXY: z.string().refine(isTrustProxy, TRUST_PROXY_FAULT).transform(toTrustProxy).default(false),
});

export type Role = (typeof ROLES)[number];

export interface Config {
  port: number;
  host: string;
  /** Absent: the embedded server. */
  databaseUrl: string | undefined;
  isDatabasePooled: boolean;
  dataDir: string;
  loadsDemo: boolean;
  role: Role;
  logLevel: (typeof LOG_LEVELS)[number];
  trustProxy: boolean | number | string;
}

/** A wrong value of the environment; its message is the one line that the operator is told. */
export class ConfigError extends Error {}

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
    const shown = name === 'DATABASE_URL' ? 'the value given' : JSON.stringify(present[name]);
    throw new ConfigError(`${name}: ${shown} ${issue?.message}`);
  }
  const read = result.data;
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    databaseUrl: read.DATABASE_URL,
    isDatabasePooled: read.DATABASE_POOLED,
    dataDir: read.DATA_DIR,
    loadsDemo: read.DEMO ?? read.DATABASE_URL === undefined,
    role: read.ROLE,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
  });
}

function isDatabaseUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1;
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

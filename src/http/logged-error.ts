/** How many causes of an error are followed. */
const MAX_DEPTH = 5;

/** Fields of errors of the database and the system that hold no value of a row. */
const SAFE_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;

/** PostgreSQL quotes values in the messages of these: data that does not parse as its type, and syntax errors. */
const QUOTING_CODE = /^22...$|^42601$/;

export interface LoggedError {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  cause?: LoggedError;
  /** Of an error that combines several. */
  errors?: LoggedError[];
  [field: string]: unknown;
}

/**
 * An error in the form that the log may hold. Errors of the database carry tenants' data in `detail`, `where`,
 * statements, parameters, and in the later lines of messages that quote those. So only fields known to be safe are
 * copied, here and in all causes.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!isError(error)) return { type: typeof error, message: 'something else than an error was thrown' };
  const logged: LoggedError = { type: error.name, message: messageOf(error) };
  for (const name of SAFE_FIELDS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string') logged[name] = value;
  }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  if (frames.length > 0) logged.stack = frames.join('\n');
  if (depth >= MAX_DEPTH) return logged;
  if (error.cause !== undefined) logged.cause = loggedError(error.cause, depth + 1);
  const errors: unknown = Reflect.get(error, 'errors');
  if (Array.isArray(errors)) logged.errors = errors.slice(0, MAX_DEPTH).map((each) => loggedError(each, depth + 1));
  return logged;
}

/** Not by `instanceof`, which fails for errors of another realm. */
function isError(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'name' in value && 'message' in value;
}

function messageOf(error: Error): string {
  const message = String(error.message);
  const code: unknown = Reflect.get(error, 'code');
  const isOfDatabase = 'severity' in error && typeof code === 'string';
  if (!isOfDatabase) return message;
  const [line = ''] = message.split('\n', 1);
  return QUOTING_CODE.test(code) ? line.replace(/".*/s, '"[cut]"') : line;
}

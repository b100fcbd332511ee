/** How far the causes of an error are followed. */
const MAX_DEPTH = 5;

/** What a database tells about a fault without a value of a row, and the system about a failed call. */
const SAFE_FIELDS = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall'] as const;

/** PostgreSQL quotes values in the messages of these: data that cannot be read as its type, and faults of syntax. */
const QUOTING_CODE = /^22...$|^42601$/;

export interface LoggedError {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack?: string;
  cause?: LoggedError;
  /** Of an error that stands for several. */
  errors?: LoggedError[];
  [field: string]: unknown;
}

/**
 * An error as the log may hold it. Errors of the database carry tenants' data in `detail`, `where`, in statements and
 * their parameters, and in the lines after the first of messages that quote those; so only fields known to be safe are
 * taken, here and in all causes.
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

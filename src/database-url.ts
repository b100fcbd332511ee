/** A `DATABASE_URL` in its parts: what is before the hosts, the hosts, and what is after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;
const TARGET = 'target_session_attrs';
/** The service writes, so a standby is of no use to it. */
const TARGETS: readonly string[] = ['read-write', 'primary'];
const SHAPE = 'must be a URL postgresql://user:password@host:port/database, with commas between several hosts';
const TARGET_FAULT = `has a ${TARGET} that is not ${TARGETS.join(' or ')}`;

/** The servers of a `DATABASE_URL`, as URLs of one host each, in its order. */
interface NamedServers {
  urls: readonly string[];
  /** Whether the one that takes writes is to be found: there are several, or the URL asks for it. */
  isChosen: boolean;
}

/** What is wrong with a `DATABASE_URL`, to follow its name; undefined where nothing is. The text is never quoted. */
export function faultOfDatabaseUrl(text: string): string | undefined {
  const urls = urlsOf(text);
  if (!urls?.every(isUrlOfDatabase)) return SHAPE;
  const target = targetOf(text);
  return target === undefined || TARGETS.includes(target) ? undefined : TARGET_FAULT;
}

/** @throws Error for a text that {@link faultOfDatabaseUrl} refuses. */
export function serversOfUrl(text: string): NamedServers {
  const urls = urlsOf(text);
  if (!urls) throw new Error(`DATABASE_URL: the value given ${SHAPE}`);
  return { urls, isChosen: urls.length > 1 || targetOf(text) !== undefined };
}

/** Undefined where the hosts and the ports cannot be paired. */
function urlsOf(text: string): string[] | undefined {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(text) ?? [];
  if (before === '') return undefined;
  const [path = '', query = ''] = split(after);
  const settings = new URLSearchParams(query);
  settings.delete(TARGET);
  const inQuery = settings.get('host')?.split(',') ?? [];
  if (inQuery.length < 2) return hosts.split(',').map((host) => before + host + path + toQuery(settings));
  const ports = settings.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== inQuery.length) return undefined;
  return inQuery.map((host, at) => {
    settings.set('host', host);
    const port = ports[at] ?? ports[0];
    if (port !== undefined) settings.set('port', port);
    return before + path + toQuery(settings);
  });
}

function targetOf(text: string): string | undefined {
  const [, query = ''] = split(text);
  return new URLSearchParams(query).get(TARGET) ?? undefined;
}

function split(text: string): [path: string, query: string] {
  const at = text.indexOf('?');
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function toQuery(settings: URLSearchParams): string {
  return settings.size === 0 ? '' : `?${settings}`;
}

function isUrlOfDatabase(text: string): boolean {
  return URL.canParse(text) && new URL(text).pathname.length > 1;
}

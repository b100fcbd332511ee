import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { Provider } from 'oidc-provider';

// A company's provider: `oidc-provider` itself, at whose door answers can be spoilt, and its control. It prints
// `{"issuer", "control"}` once it listens. Who signs in types a login; whom it stands for is told to the control.

const [clientId = '', clientSecret = '', redirectUri = '', claimsIn = 'id_token'] = process.argv.slice(2);

/** What is asked of `/control`: `mode` spoils answers of `at`; `people` are claims, and `amr`, by login. */
const state = { mode: 'plain', at: 'token', people: {}, requests: {} };

async function newKey(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { privateKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
}

const publicOf = ({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use });

const keys = { own: await newKey('own'), next: await newKey('next'), stranger: await newKey('own') };

const server = createServer((req, res) => void serve(req, res));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri], response_types: ['code'] },
  ],
  jwks: { keys: [keys.own.jwk] },
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: claimsIn === 'userinfo',
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  cookies: { keys: ['of a test'] },
  findAccount: (_ctx, login) => ({
    accountId: login,
    claims: () => ({ sub: login, ...(state.people[login]?.claims ?? {}) }),
  }),
  async loadExistingGrant(ctx) {
    const { client, session } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});
const callback = provider.callback();

async function serve(req, res) {
  const path = req.url.split('?', 1)[0];
  const place = placeOf(path);
  state.requests[place] = (state.requests[place] ?? 0) + 1;
  const isSpoilt = state.at === 'all' || state.at === place;
  if (path.startsWith('/interaction/')) return interact(req, res);
  const spoil = isSpoilt ? SPOILT_ANSWERS[state.mode] : undefined;
  if (spoil) return spoil(req, res);
  if (place === 'jwks' && state.mode === 'rotated') return sendJson(res, { keys: [publicOf(keys.next.jwk)] });
  if (place === 'token') return answerToken(req, res);
  return callback(req, res);
}

const SPOILT_ANSWERS = {
  down: (req) => req.socket.destroy(),
  // The connection is left open: whoever asked gives up.
  slow: () => {},
  large: (_req, res) => sendLarge(res),
  redirecting: (_req, res) => res.writeHead(302, { Location: `${issuer}/elsewhere` }).end(),
  unreadable: (_req, res) => sendJson(res, 'no object'),
};

function placeOf(path) {
  if (path === '/.well-known/openid-configuration') return 'discovery';
  return { '/token': 'token', '/jwks': 'jwks', '/me': 'userinfo', '/auth': 'authorization' }[path] ?? 'other';
}

function sendJson(res, value) {
  res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

function sendLarge(res) {
  res.writeHead(200, { 'Content-Type': 'application/json' });
  const piece = ' '.repeat(65_536);
  let left = 160;
  const write = () => {
    while (left > 0) {
      left -= 1;
      if (!res.write(piece)) return res.once('drain', write);
    }
    res.end('{}');
  };
  res.on('error', () => {});
  write();
}

/** The form takes any login, and says how it was proved. */
async function interact(req, res) {
  if (req.method === 'GET') {
    res.writeHead(200, { 'Content-Type': 'text/html' });
    return res.end('<form method="post"><label>Login <input name="login" autofocus></label><button>Go</button></form>');
  }
  const body = await textOf(req);
  const login = new URLSearchParams(body).get('login') ?? '';
  if (login === 'nobody') {
    return provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'no' });
  }
  const { amr = ['pwd'], authAgo = 0 } = state.people[login] ?? {};
  const ts = Math.floor(Date.now() / 1_000) - authAgo;
  return provider.interactionFinished(req, res, { login: { accountId: login, amr, ts, remember: false } });
}

async function textOf(req) {
  let text = '';
  for await (const chunk of req) text += chunk;
  return text;
}

/** Lets the provider answer, and spoils the ID token on its way out. */
function answerToken(req, res) {
  const chunks = [];
  const { end } = res;
  res.write = (chunk) => chunks.push(Buffer.from(chunk)) > 0;
  res.end = (chunk) => {
    if (chunk) chunks.push(Buffer.from(chunk));
    void spoilt(JSON.parse(Buffer.concat(chunks).toString('utf8'))).then((sent) => {
      const text = JSON.stringify(sent);
      res.setHeader('Content-Length', Buffer.byteLength(text));
      end.call(res, text);
    });
    return res;
  };
  callback(req, res);
}

const SPOILT_CLAIMS = {
  nonce: { nonce: 'another' },
  audience: { aud: 'another-client' },
  issuer: { iss: 'https://evil.example' },
  expired: { exp: 1_700_000_000 },
  fresh: {},
};

async function spoilt(answer) {
  if (typeof answer.id_token !== 'string') return answer;
  const claims = JSON.parse(Buffer.from(answer.id_token.split('.')[1], 'base64url').toString('utf8'));
  const sign = (payload, { privateKey, jwk }) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).sign(privateKey);
  if (state.mode in SPOILT_CLAIMS) {
    return { ...answer, id_token: await sign({ ...claims, ...SPOILT_CLAIMS[state.mode] }, keys.own) };
  }
  if (state.mode === 'rotated') return { ...answer, id_token: await sign(claims, keys.next) };
  if (state.mode === 'forged') return { ...answer, id_token: await sign(claims, keys.stranger) };
  if (state.mode === 'none') return { ...answer, id_token: new UnsecuredJWT(claims).encode() };
  if (state.mode === 'without_id_token') return { ...answer, id_token: undefined };
  return answer;
}

const control = createServer(async (req, res) => {
  if (req.method === 'POST') Object.assign(state, JSON.parse(await textOf(req)));
  sendJson(res, { requests: state.requests });
});
await new Promise((resolve) => control.listen(0, '127.0.0.1', resolve));
process.stdout.write(`${JSON.stringify({ issuer, control: `http://127.0.0.1:${control.address().port}` })}\n`);

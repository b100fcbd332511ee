import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { ConfigError, DEFAULT_JUDGES, ENVIRONMENT, readConfig, SECRETS } from '../src/config.js';
import { costOfQuestions } from '../src/core/judge-history/judge-history.js';
import { PLATFORMS } from '../src/entities/vocabulary.js';
import { DEFAULT_MODELS } from '../src/platforms/platform-client.js';

const PROXIES =
  'must be true, false, a number of hops, or a list of IP addresses, CIDR ranges, loopback, linklocal and uniquelocal';

const BYPASSES = 'must be on, off, or a list of direct-reads, compiled-queries, gate-documents, text-arrays';

const BUDGET = 'must be US dollars a day, from 0.01 to 99999.99, such as 5 or 2.50';

describe('the environment', () => {
  test('everything has a default, and the embedded database comes with the demo', () => {
    const { trustProxy, ...config } = readConfig({});
    expect(config).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      isDatabasePooled: false,
      isDatabaseDistributed: false,
      dataDir: '.data',
      loadsDemo: true,
      role: 'all',
      logLevel: 'info',
      metricsPort: undefined,
      hstsMaxAgeSeconds: undefined,
      fastPaths: { directReads: true, compiledQueries: true, gateDocuments: true, textArrays: true },
    });
    expect(trustProxy).toBe(false);
  });

  test('a database of its own comes without the demo unless asked for', () => {
    const DATABASE_URL = 'postgresql://db/x';
    expect(readConfig({ DATABASE_URL }).loadsDemo).toBe(false);
    expect(readConfig({ DATABASE_URL, DEMO: 'true' }).loadsDemo).toBe(true);
    expect(readConfig({ DEMO: 'false' }).loadsDemo).toBe(false);
  });

  test('metrics may have a port, and HTTPS a time for which browsers remember it', () => {
    const read = readConfig({ METRICS_PORT: '0', HSTS_MAX_AGE_SECONDS: '31536000' });
    expect(read).toMatchObject({ metricsPort: 0, hstsMaxAgeSeconds: 31_536_000 });
  });

  test.each([
    ['on', { directReads: true, compiledQueries: true, gateDocuments: true, textArrays: true }],
    ['off', { directReads: false, compiledQueries: false, gateDocuments: false, textArrays: false }],
    [
      'text-arrays, direct-reads',
      { directReads: true, compiledQueries: false, gateDocuments: false, textArrays: true },
    ],
  ])('BYPASSES=%s takes those alone', (BYPASSES, taken) => {
    expect(readConfig({ BYPASSES }).fastPaths).toEqual(taken);
  });

  test('an empty value counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', 'http', 'must be a port from 0 to 65535'],
    ['PORT', '65536', 'must be a port from 0 to 65535'],
    ['PORT', '-1', 'must be a port from 0 to 65535'],
    ['PORT', '80.5', 'must be a port from 0 to 65535'],
    ['METRICS_PORT', 'none', 'must be a port from 0 to 65535'],
    ['METRICS_PORT', '65536', 'must be a port from 0 to 65535'],
    ['HSTS_MAX_AGE_SECONDS', 'true', 'must be whole seconds from 0 to 63072000, which is two years'],
    ['HSTS_MAX_AGE_SECONDS', '-1', 'must be whole seconds from 0 to 63072000, which is two years'],
    ['HSTS_MAX_AGE_SECONDS', '63072001', 'must be whole seconds from 0 to 63072000, which is two years'],
    ['HOST', 'no host', 'must be an IP address or a host name'],
    ['HOST', 'http://a', 'must be an IP address or a host name'],
    ['DATABASE_POOLED', 'yes', 'must be true or false'],
    ['DEMO', '1', 'must be true or false'],
    ['ROLE', 'web', 'must be one of all, api, worker'],
    ['LOG_LEVEL', 'INFO', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['LOG_LEVEL', 'a\nb', 'must be one of trace, debug, info, warn, error, fatal, silent'],
    ['BYPASSES', 'true', BYPASSES],
    ['BYPASSES', 'direct-reads,', BYPASSES],
    ['BYPASSES', 'off,text-arrays', BYPASSES],
    ['TRUST_PROXY', 'nginx', PROXIES],
    ['TRUST_PROXY', '-1', PROXIES],
    ['TRUST_PROXY', 'loopback,', PROXIES],
    ['TRUST_PROXY', '10.0.0.0/33', PROXIES],
    ['TRUST_PROXY', '10.0.0.0/0', PROXIES],
    ['TRUST_PROXY', '10.0.0.256', PROXIES],
    ['TRUST_PROXY', '::1/129', PROXIES],
    ['TRUST_PROXY', '10.0.0.0/8/8', PROXIES],
  ])('%s=%j is refused with variable, value, and what is accepted', (name, value, accepted) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name}: ${JSON.stringify(value)} ${accepted}`),
    );
  });

  test.each([
    'mysql://root:sesame@db/x',
    'postgresql://user:sesame@db',
    'postgresql://u:sesame@db:99999/x',
    'postgresql://u:sesame@db,other:99999/x',
    'sesame',
  ])('DATABASE_URL=%j is refused without showing it, since it may hold a password', (value) => {
    expect(() => readConfig({ DATABASE_URL: value })).toThrow(
      new ConfigError(
        'DATABASE_URL: the value given must be a URL postgresql://user:password@host:port/database, with commas ' +
          'between several hosts',
      ),
    );
  });

  test.each(['SECOND_FACTOR_KEY', 'SECOND_FACTOR_OTHER_KEY', 'SECRETS_KEY', 'SECRETS_OTHER_KEY'])(
    '%s is refused without showing it',
    (name) => {
      expect(() => readConfig({ [name]: 'sesame' })).toThrow(
        new ConfigError(
          `${name}: the value given must be 32 random bytes in base64, as \`openssl rand -base64 32\` prints them`,
        ),
      );
    },
  );

  test.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['loopback', 'loopback'],
    ['loopback, linklocal,uniquelocal', 'loopback, linklocal,uniquelocal'],
    ['10.0.0.0/8,::1', '10.0.0.0/8,::1'],
    ['fd00::/8', 'fd00::/8'],
  ])('TRUST_PROXY=%j is accepted, by Express too', (value, read) => {
    const { trustProxy } = readConfig({ TRUST_PROXY: value });
    expect(trustProxy).toBe(read);
    expect(() => express().set('trust proxy', trustProxy)).not.toThrow();
  });

  test('platforms with a key can be called, each where it is unless told otherwise', () => {
    expect(readConfig({}).platforms).toEqual([]);
    const keys = { OPENAI_API_KEY: 'o', PERPLEXITY_API_KEY: 'p', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
    const usual = { model: undefined, dailyBudgetUsd: undefined, isGrounded: true };
    const gemini = 'https://generativelanguage.googleapis.com';
    expect(readConfig(keys).platforms).toEqual([
      { platform: 'chatgpt', apiKey: 'o', baseUrl: 'https://api.openai.com/v1', requestsPerMinute: 60, ...usual },
      { platform: 'perplexity', apiKey: 'p', baseUrl: 'https://api.perplexity.ai', requestsPerMinute: 50, ...usual },
      { platform: 'claude', apiKey: 'a', baseUrl: 'https://api.anthropic.com', requestsPerMinute: 50, ...usual },
      { platform: 'gemini', apiKey: 'g', baseUrl: gemini, requestsPerMinute: 60, ...usual, dailyBudgetUsd: 20 },
    ]);
    expect(
      readConfig({ GEMINI_API_KEY: 'g', GEMINI_BASE_URL: 'http://127.0.0.1:8080/gemini//' }).platforms,
    ).toMatchObject([{ platform: 'gemini', apiKey: 'g', baseUrl: 'http://127.0.0.1:8080/gemini' }]);
  });

  test('how each platform is asked, and how a worker works, may be chosen', () => {
    const chosen = readConfig({
      GEMINI_API_KEY: 'g',
      GEMINI_MODEL: 'gemini-x',
      GEMINI_REQUESTS_PER_MINUTE: '7',
      GEMINI_DAILY_BUDGET_USD: '2.50',
      GEMINI_GROUNDING: 'false',
      WORKER_CONCURRENCY: '3',
      LEASE_SECONDS: '2',
      DRAIN_SECONDS: '30',
    });
    expect(chosen.platforms).toMatchObject([
      { model: 'gemini-x', requestsPerMinute: 7, dailyBudgetUsd: 2.5, isGrounded: false },
    ]);
    expect(chosen.worker).toEqual({ concurrency: 3, leaseSeconds: 2, drainSeconds: 30 });
    expect(readConfig({}).worker).toEqual({ concurrency: 8, leaseSeconds: 45, drainSeconds: 10 });
  });

  test.each([
    ['OPENAI_MODEL', 'a b', "must be a model's name, of letters, digits and . _ : @ / -"],
    ['PERPLEXITY_REQUESTS_PER_MINUTE', '0', 'must be a whole number of requests from 1 to 1000000'],
    ['ANTHROPIC_DAILY_BUDGET_USD', '0', BUDGET],
    ['GEMINI_GROUNDING', 'yes', 'must be true or false'],
    ['WORKER_CONCURRENCY', '65', 'must be a whole number of calls from 1 to 64'],
    ['LEASE_SECONDS', '0', 'must be a whole number of seconds from 1 to 3600'],
    ['DRAIN_SECONDS', '1.5', 'must be a whole number of seconds from 1 to 600'],
  ])('%s=%j is refused in one line', (name, value, accepted) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name}: ${JSON.stringify(value)} ${accepted}`),
    );
  });

  describe.each(['', 'SENTIMENT_'])('by the variables %sJUDGE…', (former) => {
    const [JUDGE, MODEL, BUDGET_USD] = [`${former}JUDGE`, `${former}JUDGE_MODEL`, `${former}JUDGE_DAILY_BUDGET_USD`];

    test('a model of choice judges answers where it is asked for', () => {
      const key = { ANTHROPIC_API_KEY: 'a' };
      const judge = {
        platform: 'claude',
        apiKey: 'a',
        baseUrl: 'https://api.anthropic.com',
        ask: 'often',
        dailyBudgetUsd: 5,
        isDefault: false,
        followsAsking: false,
      };
      expect(readConfig({ ...key, [JUDGE]: 'claude' }).judge).toEqual({ ...judge, model: undefined });
      const chosen = readConfig({ ...key, [JUDGE]: 'claude', [MODEL]: 'claude-x-1' });
      expect(chosen.judge).toEqual({ ...judge, model: 'claude-x-1' });
      const bounded = readConfig({ ...key, [JUDGE]: 'claude', [BUDGET_USD]: '0.50' });
      expect(bounded.judge).toMatchObject({ dailyBudgetUsd: 0.5 });
    });

    test.each([MODEL, BUDGET_USD])('%s without a judge is refused', (name) => {
      expect(() => readConfig({ [name]: '5' })).toThrow(new ConfigError(`${name}: needs JUDGE, which is not set`));
      expect(() => readConfig({ ANTHROPIC_API_KEY: 'a', JUDGE: 'off', [name]: '5' })).toThrow(
        new ConfigError(`${name}: needs JUDGE, which is off`),
      );
    });

    test(`${MODEL} is refused with a judge by default, whose platform the keys choose; ${BUDGET_USD} is not`, () => {
      expect(() => readConfig({ ANTHROPIC_API_KEY: 'a', [MODEL]: 'claude-x-1' })).toThrow(
        new ConfigError(`${MODEL}: needs JUDGE, which is not set`),
      );
      const { judge } = readConfig({ ANTHROPIC_API_KEY: 'a', [BUDGET_USD]: '12.50' });
      expect(judge).toMatchObject({ isDefault: true, dailyBudgetUsd: 12.5, followsAsking: false });
    });
  });

  test.each(['unsure', 'often', 'every'] as const)('JUDGE_ASK=%s is how often the judge is asked', (ask) => {
    const read = readConfig({ ANTHROPIC_API_KEY: 'a', JUDGE: 'claude', JUDGE_ASK: ask });
    expect(read.judge).toMatchObject({ ask, isDefault: false });
    expect(readConfig({ ANTHROPIC_API_KEY: 'a', JUDGE_ASK: ask }).judge).toMatchObject({ ask, isDefault: true });
    expect(() => readConfig({ JUDGE_ASK: ask })).toThrow(new ConfigError('JUDGE_ASK: needs JUDGE, which is not set'));
    expect(() => readConfig({ ANTHROPIC_API_KEY: 'a', JUDGE: 'off', JUDGE_ASK: ask })).toThrow(
      new ConfigError('JUDGE_ASK: needs JUDGE, which is off'),
    );
  });

  describe('where JUDGE is not set', () => {
    const keys = { ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g', PERPLEXITY_API_KEY: 'p', OPENAI_API_KEY: 'o' };
    const named = { ANTHROPIC_API_KEY: 'claude', GEMINI_API_KEY: 'gemini', PERPLEXITY_API_KEY: 'perplexity' };

    test('the small model of the cheapest platform with a key judges, within a bound that follows the asking', () => {
      expect(readConfig(keys).judge).toEqual({
        platform: 'chatgpt',
        apiKey: 'o',
        baseUrl: 'https://api.openai.com/v1',
        model: undefined,
        ask: 'often',
        dailyBudgetUsd: 5,
        isDefault: true,
        followsAsking: true,
      });
      for (const [variable, platform] of Object.entries(named)) {
        expect(readConfig({ [variable]: 'k' }).judge).toMatchObject({ platform, apiKey: 'k', isDefault: true });
      }
      const { OPENAI_API_KEY: _, ...others } = keys;
      expect(readConfig(others).judge).toMatchObject({ platform: 'perplexity' });
    });

    test('the order of platforms is that of the price of a question', () => {
      const prices = DEFAULT_JUDGES.map((platform) => costOfQuestions(DEFAULT_MODELS[platform], 1));
      expect(prices).toEqual(prices.toSorted((a, b) => a - b));
      expect(DEFAULT_JUDGES.toSorted()).toEqual(PLATFORMS.toSorted());
    });

    test('nothing is chosen without a key', () => {
      expect(readConfig({}).judge).toBeUndefined();
    });

    test.each([
      ['0.20', 0.2],
      ['20', 5],
    ])('a budget of its platform of %s USD a day is a bound of what it may cost too', (budget, dailyBudgetUsd) => {
      const env = { GEMINI_API_KEY: 'g', GEMINI_DAILY_BUDGET_USD: budget };
      expect(readConfig(env).judge).toMatchObject({ dailyBudgetUsd, followsAsking: true });
      expect(readConfig({ ...env, JUDGE: 'gemini' }).judge).toMatchObject({ dailyBudgetUsd: 5, followsAsking: false });
    });
  });

  test('JUDGE=off turns the judge off, whatever keys there are', () => {
    expect(readConfig({ OPENAI_API_KEY: 'o', ANTHROPIC_API_KEY: 'a', JUDGE: 'off' }).judge).toBe('off');
    expect(readConfig({ JUDGE: 'off' }).judge).toBe('off');
    expect(() => readConfig({ ANTHROPIC_API_KEY: 'a', JUDGE: 'off', SENTIMENT_JUDGE: 'claude' })).toThrow(
      new ConfigError('JUDGE: differs from SENTIMENT_JUDGE, its former name; set one of them'),
    );
  });

  test.each([
    ['JUDGE', 'gemini', 'claude'],
    ['JUDGE_MODEL', 'm-1', 'm-2'],
    ['JUDGE_DAILY_BUDGET_USD', '5', '6'],
  ])('%s and its former name may not differ', (name, value, former) => {
    const keys = { JUDGE: 'claude', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
    expect(() => readConfig({ ...keys, [name]: value, [`SENTIMENT_${name}`]: former })).toThrow(
      new ConfigError(`${name}: differs from SENTIMENT_${name}, its former name; set one of them`),
    );
    const same = { ...keys, [name]: former, [`SENTIMENT_${name}`]: former };
    expect(readConfig(same).judge).toMatchObject({ platform: 'claude' });
  });

  test.each([
    ['chatgpt', 'OPENAI_API_KEY'],
    ['perplexity', 'PERPLEXITY_API_KEY'],
    ['claude', 'ANTHROPIC_API_KEY'],
    ['gemini', 'GEMINI_API_KEY'],
  ])('JUDGE=%s without %s is refused, whatever other keys there are', (platform, variable) => {
    const keys = { OPENAI_API_KEY: 'o', PERPLEXITY_API_KEY: 'p', ANTHROPIC_API_KEY: 'a', GEMINI_API_KEY: 'g' };
    expect(() => readConfig({ ...keys, [variable]: '', JUDGE: platform })).toThrow(
      new ConfigError(`JUDGE: "${platform}" needs ${variable}, which is not set`),
    );
  });

  test.each([
    ['JUDGE', 'openai', 'must be one of chatgpt, perplexity, claude, gemini, off'],
    ['JUDGE_MODEL', 'a model', "must be a model's name, of letters, digits and . _ : @ / -"],
    ['JUDGE_DAILY_BUDGET_USD', '0', BUDGET],
    ['JUDGE_ASK', 'seldom', 'must be one of unsure, often, every'],
    ['SENTIMENT_JUDGE', 'openai', 'must be one of chatgpt, perplexity, claude, gemini'],
    ['SENTIMENT_JUDGE_MODEL', 'a model', "must be a model's name, of letters, digits and . _ : @ / -"],
    ['SENTIMENT_JUDGE_DAILY_BUDGET_USD', '0', BUDGET],
    ['SENTIMENT_JUDGE_DAILY_BUDGET_USD', '-1', BUDGET],
    ['SENTIMENT_JUDGE_DAILY_BUDGET_USD', '$5', BUDGET],
    ['SENTIMENT_JUDGE_DAILY_BUDGET_USD', '1e9', BUDGET],
  ])('%s=%j is refused with what is accepted', (name, value, accepted) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      new ConfigError(`${name}: ${JSON.stringify(value)} ${accepted}`),
    );
  });

  test.each([
    ['ANTHROPIC_API_KEY', 'sesame open'],
    ['OPENAI_API_KEY', 'sesame\r\nX-Header: 1'],
    ['GEMINI_API_KEY', 'sesamé'],
    ['OPENAI_BASE_URL', 'ftp://sesame'],
    ['OPENAI_BASE_URL', 'sesame'],
    ['PERPLEXITY_BASE_URL', 'https://user:sesame@host'],
    ['ANTHROPIC_BASE_URL', 'https://host/?key=sesame'],
    ['GEMINI_BASE_URL', 'http:///sesame'],
    ['GEMINI_BASE_URL', 'http://host:99999/sesame'],
  ])('%s=%j is refused without showing it', (name, value) => {
    const refuse = () => readConfig({ [name]: value });
    expect(refuse).toThrow(ConfigError);
    expect(refuse).toThrow(new RegExp(`^${name}: the value given must be (a key|an http or https URL)`));
    expect(refuse).not.toThrow(/sesam/);
  });

  describe('a secret in a file', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'bvm-secrets-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const write = (name: string, text: string) => {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    };
    const key = Buffer.alloc(32, 7).toString('base64');
    const values: Record<(typeof SECRETS)[number], string> = {
      DATABASE_URL: 'postgresql://user:sesame@db/x',
      SMTP_URL: 'smtp://user:sesame@mail:25',
      SECOND_FACTOR_KEY: key,
      SECOND_FACTOR_OTHER_KEY: key,
      SECRETS_KEY: key,
      SECRETS_OTHER_KEY: key,
      OPENAI_API_KEY: 'sesame-o',
      PERPLEXITY_API_KEY: 'sesame-p',
      ANTHROPIC_API_KEY: 'sesame-a',
      GEMINI_API_KEY: 'sesame-g',
    };

    test('is the same as in its variable, for each of them, with an end of a line or without', () => {
      const mail = { MAIL_FROM: 'a@b.example' };
      const inVariables = readConfig({ ...mail, ...values });
      for (const end of ['', '\n', '\r\n']) {
        const files = SECRETS.map((name) => [`${name}_FILE`, write(name, values[name] + end)]);
        expect(readConfig({ ...mail, ...Object.fromEntries(files) })).toEqual(inVariables);
      }
      expect(inVariables.databaseUrl).toBe(values.DATABASE_URL);
      expect(inVariables.platforms).toHaveLength(4);
    });

    test('has its variable in the list of secrets, whose values are never shown', () => {
      const named = Object.keys(ENVIRONMENT.shape).filter((name) =>
        /_(API_)?KEY$|_URL$|PASSWORD|SECRET|TOKEN/.test(name),
      );
      const shown = named.filter((name) => name !== 'PUBLIC_URL' && !name.endsWith('_BASE_URL'));
      expect([...SECRETS].sort()).toEqual(shown.sort());
    });

    test('is refused beside its variable, naming both', () => {
      const OPENAI_API_KEY_FILE = write('both', 'sesame-1');
      expect(() => readConfig({ OPENAI_API_KEY: 'sesame-2', OPENAI_API_KEY_FILE })).toThrow(
        new ConfigError('OPENAI_API_KEY: is set, and so is OPENAI_API_KEY_FILE; set one of them'),
      );
      expect(readConfig({ OPENAI_API_KEY: '', OPENAI_API_KEY_FILE }).platforms).toMatchObject([{ apiKey: 'sesame-1' }]);
      expect(readConfig({ OPENAI_API_KEY: 'sesame-2', OPENAI_API_KEY_FILE: '' }).platforms).toMatchObject([
        { apiKey: 'sesame-2' },
      ]);
    });

    test.each([
      ['absent', undefined, 'cannot be read (ENOENT)'],
      ['empty', '', 'is empty'],
      ['only-a-line', '\n', 'is empty'],
      ['long', 's'.repeat(65_537), 'must be at most 65536 bytes long'],
    ])('is refused where its file is %s, naming variable and path', (name, text, fault) => {
      const file = text === undefined ? join(folder, name) : write(name, text);
      const refused = new ConfigError(`DATABASE_URL_FILE: the file ${JSON.stringify(file)} ${fault}`);
      expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(refused);
    });

    test('is refused where its file is a folder, or never ends', () => {
      expect(() => readConfig({ DATABASE_URL_FILE: folder })).toThrow(/^DATABASE_URL_FILE: the file ".+" .*EISDIR/);
      expect(() => readConfig({ DATABASE_URL_FILE: '/dev/zero' })).toThrow(/must be at most 65536 bytes long$/);
    });

    test('is not shown where its text is wrong', () => {
      const refuse = () => readConfig({ DATABASE_URL_FILE: write('wrong', 'mysql://user:sesame@db/x') });
      expect(refuse).toThrow(/^DATABASE_URL_FILE: the text of its file must be a URL/);
      expect(refuse).not.toThrow(/sesame/);
    });
  });

  test('what was read cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });
});

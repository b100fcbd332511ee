import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { answerBody, textFor } from './fake-platforms/answers.js';
import { FAULT_NAMES, type FaultName, faultAnswer, isAnswered, mayCost } from './fake-platforms/faults.js';
import { type FakeRequest, prefixOf, readRequest } from './fake-platforms/requests.js';
import { type PlatformAnswer, type PlatformCall, PlatformServer } from './platform-server.js';

export type { FaultName } from './fake-platforms/faults.js';

/** Which requests fail, and how; without a platform or question those of all. */
export interface FaultRule {
  fault: FaultName;
  platform?: Platform;
  /** The whole text of the question. */
  question?: string;
  /** So many requests, then no more; without it, all. */
  times?: number;
  /** Each n-th of the requests it is about; without it, each. */
  every?: number;
}

/** Requests that a platform took, by platform and question. */
export interface CallCount {
  platform: Platform;
  question: string;
  /** Requests, those included that were failed by a rule; a turn's continuations are none of their own. */
  calls: number;
  /** Those that may have cost money. */
  paid: number;
}

const ENVIRONMENT: Readonly<Record<Platform, string>> = {
  chatgpt: 'OPENAI',
  perplexity: 'PERPLEXITY',
  claude: 'ANTHROPIC',
  gemini: 'GEMINI',
};

/**
 * The four platforms at the wire, on one port: each takes the requests that its API takes and no others, answers any
 * question, and fails where a rule says so. Of several rules the one added last decides. From another process it is set
 * by requests below `/control`: `POST faults` (a list of rules), `DELETE faults`, `GET calls`, `DELETE calls`.
 */
export class FakePlatforms {
  /** As the environment's `*_BASE_URL` take them. */
  readonly urls: Readonly<Record<Platform, string>>;
  /** What the models say; a test may put another in its place. */
  text: (question: string, platform: Platform) => string = textFor;
  /** What an answer waits for; its request counts at once. */
  before: () => Promise<unknown> = async () => {};
  /** What dates to wait for are counted from. */
  now: () => Date = () => new Date();
  /** Requests that were refused, as no platform takes them: a test that expects none looks here. */
  readonly refused: PlatformCall[] = [];
  /** Requests that came where redirects lead to: they must not be followed. */
  readonly followed: PlatformCall[] = [];
  private readonly server: PlatformServer;
  private rules: (FaultRule & { seen: number; used: number })[] = [];
  private readonly counts = new Map<string, CallCount>();
  private readonly paused = new Map<string, FaultName | null>();

  private constructor(server: PlatformServer) {
    this.server = server;
    this.urls = {
      chatgpt: server.url + prefixOf('chatgpt'),
      perplexity: server.url + prefixOf('perplexity'),
      claude: server.url + prefixOf('claude'),
      gemini: server.url + prefixOf('gemini'),
    };
  }

  static async start(): Promise<FakePlatforms> {
    const server = await PlatformServer.start(() => ({}));
    const fake = new FakePlatforms(server);
    server.answer = async (call) => {
      const answer = fake.answer(call);
      await fake.before();
      return answer;
    };
    return fake;
  }

  /** All requests as they came, continuations and refused ones included. */
  get requests(): readonly PlatformCall[] {
    return this.server.calls;
  }

  get mostAtOnce(): number {
    return this.server.mostAtOnce;
  }

  /** What a process is started with to ask these platforms customers' questions alone: none of them judges. */
  get environment(): Record<string, string> {
    const pairs = PLATFORMS.flatMap((platform) => [
      [`${ENVIRONMENT[platform]}_API_KEY`, `key-of-${platform}-sesame`],
      [`${ENVIRONMENT[platform]}_BASE_URL`, this.urls[platform]],
    ]);
    return { ...Object.fromEntries(pairs), JUDGE: 'off' };
  }

  fail(...rules: FaultRule[]): void {
    this.rules.unshift(...rules.map((rule) => ({ ...rule, seen: 0, used: 0 })).reverse());
  }

  /** From now on no request fails. */
  heal(): void {
    this.rules = [];
  }

  countsOf(question: string, platform?: Platform): { calls: number; paid: number } {
    const own = this.allCounts().filter(
      (one) => one.question === question && (platform === undefined || one.platform === platform),
    );
    return { calls: sum(own.map(({ calls }) => calls)), paid: sum(own.map(({ paid }) => paid)) };
  }

  allCounts(): CallCount[] {
    return [...this.counts.values()];
  }

  forgetCalls(): void {
    this.counts.clear();
    this.server.calls.length = 0;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer(call: PlatformCall): PlatformAnswer {
    if (call.path.startsWith('/control/')) return this.control(call);
    const platform = PLATFORMS.find((name) => call.path.startsWith(`${prefixOf(name)}/`));
    if (platform === undefined) {
      this.followed.push(call);
      return { status: 404, json: { error: { message: 'Nobody lives here.' } } };
    }
    const request = readRequest(platform, call);
    if (!('platform' in request)) {
      this.refused.push(call);
      return request;
    }
    const fault = this.faultFor(request);
    this.count(request, fault);
    const kind = fault !== null && isAnswered(fault) ? fault : null;
    const whole = answerBody(request, kind, this.text(request.question, platform));
    if (fault === null || kind !== null) return { json: whole };
    const elsewhere = `${this.server.url}/elsewhere`;
    return faultAnswer(platform, fault, { whole, key: request.key, elsewhere, now: this.now() });
  }

  /** Of a paused turn the same as before: it belongs to the request that began it. */
  private faultFor(request: FakeRequest): FaultName | null {
    if (request.isContinuation) return this.paused.get(request.question) ?? null;
    const rule = this.rules.find((one) => applies(one, request));
    const fault = rule?.fault ?? null;
    if (rule) rule.used += 1;
    if (request.platform === 'claude') this.paused.set(request.question, fault);
    return fault;
  }

  private count({ platform, question, isContinuation }: FakeRequest, fault: FaultName | null): void {
    if (isContinuation) return;
    const key = `${platform} ${question}`;
    const count = this.counts.get(key) ?? { platform, question, calls: 0, paid: 0 };
    count.calls += 1;
    if (mayCost(fault)) count.paid += 1;
    this.counts.set(key, count);
  }

  private control({ method, path, body }: PlatformCall): PlatformAnswer {
    switch (`${method} ${path}`) {
      case 'POST /control/faults':
        return this.addRules(body);
      case 'DELETE /control/faults':
        this.heal();
        return { json: {} };
      case 'GET /control/calls':
        return { json: { counts: this.allCounts(), refused: this.refused.length, followed: this.followed.length } };
      case 'DELETE /control/calls':
        this.forgetCalls();
        return { json: {} };
      default:
        return { status: 404, json: { error: `no such control: ${method} ${path}` } };
    }
  }

  private addRules(body: unknown): PlatformAnswer {
    if (!Array.isArray(body) || !body.every(isRule)) {
      return { status: 400, json: { error: 'a list of rules with known faults is wanted', faults: FAULT_NAMES } };
    }
    this.fail(...body);
    return { json: {} };
  }
}

/** Counts the request where the rule is about it. */
function applies(rule: FaultRule & { seen: number; used: number }, { platform, question }: FakeRequest): boolean {
  if (rule.platform !== undefined && rule.platform !== platform) return false;
  if (rule.question !== undefined && rule.question !== question) return false;
  if (rule.used >= (rule.times ?? Number.POSITIVE_INFINITY)) return false;
  rule.seen += 1;
  return rule.seen % (rule.every ?? 1) === 0;
}

function isRule(value: unknown): value is FaultRule {
  if (typeof value !== 'object' || value === null || !('fault' in value)) return false;
  return FAULT_NAMES.some((name) => name === value.fault);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

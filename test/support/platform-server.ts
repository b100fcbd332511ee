import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a platform gets it; `body` is its JSON, empty where it has none. */
export interface PlatformCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/**
 * `text` is sent unchanged; `hang` leaves the request without an answer, `cut` breaks the connection off before one,
 * `midway` within one, and `drip` sends a blank now and then, without an end.
 */
export interface PlatformAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  ends?: 'hang' | 'cut' | 'midway' | 'drip';
}

const DRIP_MS = 10;

/** A platform at the wire: a real HTTP server that answers each request as `answer` says, and remembers it. */
export class PlatformServer {
  readonly calls: PlatformCall[] = [];
  /** Requests that are being answered, and the most there were at once. */
  underWay = 0;
  mostAtOnce = 0;

  answer: (call: PlatformCall) => PlatformAnswer | Promise<PlatformAnswer>;
  private readonly server: Server;

  private constructor(server: Server, answer: PlatformServer['answer']) {
    this.server = server;
    this.answer = answer;
  }

  static async start(answer: PlatformServer['answer']): Promise<PlatformServer> {
    const server = createServer();
    const platform = new PlatformServer(server, answer);
    server.on('request', async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      const { method = '', url: path = '', headers } = request;
      const call = { method, path, headers, body: parseBody(Buffer.concat(pieces).toString()) };
      platform.calls.push(call);
      platform.underWay += 1;
      platform.mostAtOnce = Math.max(platform.mostAtOnce, platform.underWay);
      const answer = await platform.answer(call);
      platform.underWay -= 1;
      send(answer, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return platform;
  }

  get url(): string {
    // An address and port: the server listens on TCP.
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function parseBody(text: string): Record<string, unknown> {
  return text === '' ? {} : JSON.parse(text);
}

function send({ status = 200, headers = {}, json, text, ends }: PlatformAnswer, response: ServerResponse): void {
  if (ends === 'hang') return;
  if (ends === 'cut') return void response.socket?.destroy();
  if (ends === 'midway') {
    response.writeHead(status, { 'Content-Length': '1000' });
    return void response.write('{"some', () => response.socket?.destroy());
  }
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  if (ends === 'drip') drip(response);
  else response.end(text ?? JSON.stringify(json));
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

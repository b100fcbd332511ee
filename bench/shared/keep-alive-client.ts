import { connect, type Socket } from 'node:net';

export interface Reply {
  status: number;
  body: Buffer;
}

export function getBytes(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

/** @param headers further lines of the head. */
export function postBytes(path: string, key: string, sent: object, headers: readonly string[] = []): Buffer {
  return bytesOf('POST', path, key, sent, headers);
}

export function bytesOf(
  method: 'POST' | 'PATCH',
  path: string,
  key: string,
  sent: object,
  headers: readonly string[] = [],
): Buffer {
  const body = JSON.stringify(sent);
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const HEAD_END = Buffer.from('\r\n\r\n');

interface Waiting {
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

/**
 * One connection with one request at a time. It parses only what our servers send (a `Content-Length`, no chunks), so
 * that on a small machine the load costs less than what is measured.
 */
export class KeepAliveClient {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: Waiting | undefined;
  #isUsable = true;

  static async open(port: number): Promise<KeepAliveClient> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new KeepAliveClient(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('a server closed a connection')));
  }

  /** @throws Error when the connection is lost or the response cannot be parsed here. */
  exchange(request: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) throw new Error('a server closed a connection');
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  /** False once the server has closed the connection, or said that it will. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headLength = this.#received.indexOf(HEAD_END);
    if (headLength < 0) return;
    const head = this.#received.toString('latin1', 0, headLength);
    if (/\r\nconnection: close/i.test(head)) this.#isUsable = false;
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#fail(new Error(`an answer without a length: ${head}`));
      return;
    }
    const bodyStart = headLength + HEAD_END.length;
    const end = bodyStart + Number(length);
    if (this.#received.length < end) return;
    const reply = { status: Number(head.slice(9, 12)), body: this.#received.subarray(bodyStart, end) };
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(reply);
  }

  #fail(error: Error): void {
    this.#isUsable = false;
    this.#waiting?.reject(error);
    this.#waiting = undefined;
  }
}

/**
 * A client that goes on where a server ends its connection with a response: the service does so after a thousand
 * requests, and Node answers one that comes after it with 503.
 */
export class LastingClient {
  #client: KeepAliveClient;

  static async open(port: number): Promise<LastingClient> {
    return new LastingClient(port, await KeepAliveClient.open(port));
  }

  private constructor(
    private readonly port: number,
    client: KeepAliveClient,
  ) {
    this.#client = client;
  }

  /** @throws Error as {@link KeepAliveClient.exchange}. */
  async exchange(request: Buffer): Promise<Reply> {
    if (!this.#client.isUsable) {
      this.#client.close();
      this.#client = await KeepAliveClient.open(this.port);
    }
    return this.#client.exchange(request);
  }

  close(): void {
    this.#client.close();
  }
}

/** Sends one request on a connection of its own. @throws Error unless the response is 200. */
export async function askOnce(port: number, request: Buffer): Promise<unknown> {
  const client = await KeepAliveClient.open(port);
  const body = okBody(await client.exchange(request).finally(() => client.close()));
  return JSON.parse(body.toString());
}

/** @throws Error unless the response is 200. */
export function okBody({ status, body }: Reply): Buffer {
  if (status !== 200) throw new Error(`wrong answer: ${status} ${body.toString().slice(0, 300)}`);
  return body;
}

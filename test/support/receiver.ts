import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a receiver of webhooks got it. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** In the order in which they came. */
  received: Received[];
  /** How requests are answered from now on; 204 at first. */
  answer: (request: Received, response: ServerResponse) => void;
  /** The most requests that were under way at once. */
  atOnce: number;
  close(): Promise<void>;
}

/** Answers with a status, and nothing else. */
export function withStatus(status: number, headers: Record<string, string> = {}, body = '') {
  return (_request: Received, response: ServerResponse) => void response.writeHead(status, headers).end(body);
}

/** A receiver of webhooks on this machine. */
export async function startReceiver(host = '127.0.0.1', port = 0): Promise<Receiver> {
  let underWay = 0;
  const server = createServer((request, response) => {
    underWay += 1;
    receiver.atOnce = Math.max(receiver.atOnce, underWay);
    response.once('close', () => {
      underWay -= 1;
    });
    readBody(request).then(
      (body) => {
        const received = { path: request.url ?? '', headers: request.headers, body };
        receiver.received.push(received);
        receiver.answer(received, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  // A server that listens at a port has such an address.
  const address = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    received: [],
    answer: withStatus(204),
    atOnce: 0,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

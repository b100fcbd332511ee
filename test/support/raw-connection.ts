import { connect, type Socket } from 'node:net';
import { until } from './until.js';

/** A connection that sends bytes unchanged, and reads only where a test does. */
export function openConnection(url: string, bytes = ''): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** Heads of so many requests, one behind the other. */
export function pipelined(paths: readonly string[], times = 1): string {
  return paths
    .map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    .join('')
    .repeat(times);
}

/** All that comes back, until `isWhole` or the other side closes. */
export function readUntil(socket: Socket, isWhole: (received: string) => boolean): Promise<string> {
  let received = '';
  return new Promise((resolve) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
      if (isWhole(received)) resolve(received);
    });
    socket.once('close', () => resolve(received));
  });
}

/** Waits until the other side has cut the connection; without a read, only a write shows that. */
export async function isCut(socket: Socket): Promise<void> {
  const probe = async () => {
    if (!socket.destroyed) socket.write('x');
    return socket.destroyed;
  };
  await until(probe, (destroyed) => destroyed);
}

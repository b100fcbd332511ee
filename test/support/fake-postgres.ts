import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { ServerState } from '../../src/database/cluster/server-chooser.js';

const SSL_REQUEST = 80_877_103;
const [BOOL, INT4, TEXT] = [16, 23, 25];

/**
 * A PostgreSQL server at the wire, one of several: it takes any login, tells its state to whoever asks whether it is a
 * standby, and answers any other statement with its name.
 */
export class FakePostgres {
  /** A silent one takes connections and bytes, and answers nothing. */
  isSilent = false;
  /** Is silent from its next answer on, as a server is that is cut off right after it. */
  fallsSilent = false;
  #state: ServerState;
  #hasChanged = false;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private server: Server,
    readonly name: string,
    state: ServerState,
    readonly port: number,
  ) {
    this.#state = state;
  }

  static async start(name: string, state: ServerState): Promise<FakePostgres> {
    const server = createServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server that listens has an AddressInfo.
    const fake = new FakePostgres(server, name, state, (server.address() as AddressInfo).port);
    server.on('connection', (socket) => fake.#take(socket));
    return fake;
  }

  /** As after a promotion, a demotion or a restart; open connections hear of it with their next answer. */
  set state(state: ServerState) {
    this.#state = state;
    this.#hasChanged = true;
  }

  /** Ends as a killed server does: connections are reset, and new ones refused. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async startAgain(): Promise<void> {
    this.server = createServer({ allowHalfOpen: true }, (socket) => this.#take(socket));
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('end', () => this.isSilent || socket.end());
    let isOpen = false;
    socket.on('data', (bytes) => {
      if (this.isSilent) return;
      if (!isOpen && bytes.readInt32BE(4) === SSL_REQUEST) return void socket.write('N');
      if (!isOpen) {
        isOpen = true;
        socket.write(Buffer.concat([message('R', int32(0)), ready()]));
        return;
      }
      if (bytes[0] !== 'Q'.charCodeAt(0)) return;
      socket.write(this.#answer(bytes.toString('utf8', 5)));
      this.isSilent = this.fallsSilent;
    });
  }

  #answer(text: string): Buffer {
    const { isWritable, timeline } = this.#state;
    const rows = text.includes('pg_is_in_recovery')
      ? table([
          ['is_writable', BOOL, isWritable ? 't' : 'f'],
          ['timeline', INT4, String(timeline)],
        ])
      : table([['name', TEXT, this.name]]);
    const setting = this.#hasChanged ? status('default_transaction_read_only', isWritable ? 'off' : 'on') : Buffer.of();
    return Buffer.concat([rows, message('C', cstring('SELECT 1')), setting, ready()]);
  }
}

function table(columns: readonly (readonly [name: string, type: number, value: string])[]): Buffer {
  const fields = columns.map(([name, type]) =>
    Buffer.concat([cstring(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]),
  );
  const values = columns.map(([, , value]) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]));
  const count = int16(columns.length);
  return Buffer.concat([message('T', count, ...fields), message('D', count, ...values)]);
}

function ready(): Buffer {
  return message('Z', Buffer.from('I'));
}

function status(name: string, value: string): Buffer {
  return message('S', cstring(name), cstring(value));
}

function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function cstring(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

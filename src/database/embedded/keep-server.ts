import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedServer, startEmbedded } from './embedded-server.js';
import { lackOfSpace } from './home-folder.js';

/** Where the keeper reports; pino's shape. */
export interface KeeperLog {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

interface Keeper {
  /** Ends the watch, and releases the share in the present server. */
  release(): Promise<void>;
}

interface KeeperOptions {
  dataDir: string;
  log: KeeperLog;
  /** Called with each server that takes the place of a lost one. */
  onMoved: (server: EmbeddedServer) => void;
  /** Called once, when no server can be joined or started any more; the error's message is one line. */
  onGivenUp: (error: unknown) => void;
}

const WATCH_MS = 500;
/** How long a server may be away before this process gives up; one that is recovering its data is waited for longer. */
const GIVE_UP_MS = 30_000;
const PAUSE_MS = 1_000;
/** Servers lost within `LOSSES_MS`: one that dies soon after each start is not started for ever. */
const MAX_LOSSES = 5;
const LOSSES_MS = 600_000;
const SPACE_EVERY_MS = 10_000;
/** Time after which a lack of space is reported again. */
const TELL_SPACE_EVERY_MS = 600_000;

/**
 * Keeps a running process in a server: where the one it holds a share of is lost, it joins the one that another process
 * has started by then, or starts it again. It also tells, once in ten minutes, of a disk that runs full. It does not
 * keep a process from exiting.
 */
export function keepServer(first: EmbeddedServer, options: KeeperOptions): Keeper {
  return new ServerKeeper(first, options);
}

class ServerKeeper implements Keeper {
  private isStopped = false;
  private isRecovering = false;
  private readonly lostAt: number[] = [];
  private checkSpaceAt = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private server: EmbeddedServer,
    private readonly options: KeeperOptions,
  ) {
    this.timer = setInterval(() => this.watch(), WATCH_MS).unref();
  }

  async release(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.server.release();
  }

  private watch(): void {
    if (this.isRecovering) return;
    if (performance.now() >= this.checkSpaceAt) this.checkSpace();
    if (!this.server.isLost()) return;
    this.isRecovering = true;
    this.recover().then(
      () => {
        this.isRecovering = false;
      },
      (error: unknown) => {
        clearInterval(this.timer);
        if (!this.isStopped) this.options.onGivenUp(error);
      },
    );
  }

  private checkSpace(): void {
    const lack = lackOfSpace(this.server.folder);
    if (lack !== undefined) this.options.log.error({}, lack);
    this.checkSpaceAt = performance.now() + (lack === undefined ? SPACE_EVERY_MS : TELL_SPACE_EVERY_MS);
  }

  private async recover(): Promise<void> {
    const { log, onMoved } = this.options;
    log.error({}, 'the embedded PostgreSQL is gone; joining or starting another');
    await this.server.release();
    const lostAt = performance.now();
    this.refuseManyLosses(lostAt);
    const server = await this.startUntil(lostAt + GIVE_UP_MS);
    if (!server || this.isStopped) return server?.release();
    this.server = server;
    onMoved(server);
    log.info({ ms: Math.round(performance.now() - lostAt) }, 'the embedded PostgreSQL is back');
  }

  private refuseManyLosses(lostAt: number): void {
    this.lostAt.push(lostAt);
    const recent = this.lostAt.filter((at) => at > lostAt - LOSSES_MS);
    if (recent.length <= MAX_LOSSES) return;
    throw new Error(`The embedded PostgreSQL ended ${recent.length} times within ${LOSSES_MS / 60_000} minutes`);
  }

  /** Undefined when this process is stopped meanwhile. */
  private async startUntil(deadline: number): Promise<EmbeddedServer | undefined> {
    const { dataDir, log } = this.options;
    for (;;) {
      if (this.isStopped) return undefined;
      try {
        const timeoutMs = deadline - performance.now();
        return await startEmbedded({ dataDir, log: (line) => log.info({}, line), timeoutMs });
      } catch (error) {
        if (performance.now() + PAUSE_MS >= deadline) throw error;
        log.error({ reason: firstLine(error) }, 'the embedded PostgreSQL could not be started; trying again');
        await pause(PAUSE_MS);
      }
    }
  }
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { isJSONRPCRequest, isJSONRPCResponse, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type Caller, type Core, openContext } from '../core/context.js';
import type { MethodView } from '../core/platforms/methods.js';
import { createMcpServer } from './mcp-server.js';
import type { McpTool } from './mcp-tool.js';
import { failureOf, resultOf } from './tool-result.js';
import { TOOLS } from './tools/all-tools.js';

interface StdioOptions {
  core: Core;
  /** Acts for the account. */
  caller: Caller;
  mayWrite: boolean;
  methods: readonly MethodView[];
  version: string;
  stdin: Readable;
  /** Carries the protocol and nothing else. */
  stdout: Writable;
  report: (error: unknown) => void;
}

/**
 * Serves the tools over standard input and output, without a budget, until the input ends and all that was asked by
 * then is answered.
 */
export async function serveMcpOverStdio(options: StdioOptions): Promise<void> {
  const { core, caller, mayWrite, methods, version, stdin, stdout, report } = options;
  const tools = TOOLS.filter(({ isWrite }) => mayWrite || !isWrite);
  const call = async (tool: McpTool, sent: unknown) => {
    try {
      return resultOf(await tool.call(openContext(core, caller), sent));
    } catch (error) {
      const failure = failureOf(error, tool, 'over standard input');
      if (failure.isOurs) report(error);
      return failure.result;
    }
  };
  const transport = new AnsweringTransport(stdin, stdout);
  const offer = { version, tools, methods, tier: caller.tier, call };
  const server = serveStdio(() => createMcpServer(offer), { transport, onerror: report });
  await transport.answered();
  await server.close();
}

/** Standard input and output, which does not close before what came has been answered. */
class AnsweringTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input = new PassThrough();
  readonly #stdio: StdioServerTransport;
  readonly #open = new Set<unknown>();
  #isAnswered: () => void = () => {};

  constructor(
    private readonly stdin: Readable,
    stdout: Writable,
  ) {
    this.#stdio = new StdioServerTransport(this.#input, stdout);
  }

  async start(): Promise<void> {
    this.#stdio.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#open.add(message.id);
      this.onmessage?.(message);
    };
    this.#stdio.onclose = () => this.onclose?.();
    this.#stdio.onerror = (error) => this.onerror?.(error);
    await this.#stdio.start();
    this.stdin.pipe(this.#input, { end: false });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#stdio.send(message);
    if (!isJSONRPCResponse(message)) return;
    this.#open.delete(message.id);
    if (this.#open.size === 0) this.#isAnswered();
  }

  close(): Promise<void> {
    return this.#stdio.close();
  }

  /** Once the input has ended and nothing that came by it is under way. */
  async answered(): Promise<void> {
    await finished(this.stdin, { writable: false });
    while (this.#input.readableLength > 0) await setImmediate();
    await setImmediate();
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#isAnswered = resolve;
      });
    }
  }
}

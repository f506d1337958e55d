import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const CLI = fileURLToPath(new URL('../../packages/host/bin/corridor.js', import.meta.url));

/** The error of a tool. */
export interface ToolFailure {
  readonly code: string;
  readonly message: string;
  readonly reason?: string;
  readonly whatToDo: string;
  readonly invalidFields?: readonly { readonly field: string; readonly message: string }[];
}

export interface Called<T> {
  readonly isError: boolean;
  readonly text: string;
  readonly body: T;
  readonly error: ToolFailure;
}

/** A client of the Model Context Protocol that is connected to `corridor mcp`. */
export interface McpClient {
  readonly client: Client;
  call<T = Record<string, unknown>>(name: string, given?: object): Promise<Called<T>>;
  close(): Promise<void>;
}

export interface StdioClient extends McpClient {
  readonly pid: number;
  /** What the command has written on standard error. */
  log(): string;
}

type Environment = Readonly<Record<string, string>>;
type Transport = Parameters<Client['connect']>[0];

async function connected(transport: Transport): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return {
    client,
    async call<T>(name: string, given: object = {}) {
      const result = await client.callTool({ name, arguments: { ...given } });
      const [content] = result.content as readonly { readonly type: string; readonly text: string }[];
      const body = result.structuredContent as T & { readonly error: ToolFailure };
      return { isError: result.isError === true, text: content!.text, body, error: body.error };
    },
    close: () => client.close(),
  };
}

const inherited = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
});

/** Starts the command as a desktop client does, and connects to its standard input and output. */
export async function stdioClient(args: readonly string[], env: Environment = {}): Promise<StdioClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    env: { ...inherited(), ...env },
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (text: Buffer) => (log += text.toString()));
  const client = await connected(transport).catch((cause: unknown) => {
    throw new Error(`corridor mcp ended:\n${log}`, { cause });
  });
  return { ...client, pid: transport.pid!, log: () => log };
}

export interface CommandProcess {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs the shipped command as a process. */
export function corridorProcess(
  args: readonly string[],
  env: Environment = {},
  nodeArgs: readonly string[] = [],
): CommandProcess {
  const child = spawn(process.execPath, [...nodeArgs, CLI, ...args], {
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (text: Buffer) => (out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (err += text.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, out: () => out, err: () => err, ended };
}

/** Connects over streamable HTTP with the access token of an agent. */
export const httpClient = (url: string, accessToken: string): Promise<McpClient> =>
  connected(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${accessToken}` } },
    }) as unknown as Transport,
  );

import { ApiError, ConnectionError, Corridor } from '@corridor/client';
import type { Configuration } from '../../settings/configuration.js';
import { CommandError, UsageError } from '../../kernel/errors.js';
import { required, runningHost } from '../running-host.js';
import type { ProcessContext } from '../../kernel/process-context.js';
import { readCredentialFile, reserveFile } from './credential-file.js';
import { foreignText } from './foreign-text.js';
import { serveHttp } from './http-sessions.js';
import { loadSdk, serverOf } from './sdk.js';
import { type Access, agentSession, sandboxSession, type Session } from './session.js';

type Arguments = Readonly<Record<string, string | boolean | undefined>>;
type Settings = Pick<Configuration, 'remote'>;

/** Calls that are still running when the client has gone may take so long. */
const FINISH_MS = 5_000;

/** The command `mcp`: a server of the Model Context Protocol over stdio, or with `--http` over HTTP. */
export const mcp = (configuration: Settings, given: Arguments, processContext: ProcessContext): Promise<number> =>
  given['http'] === true
    ? overHttp(configuration, given, processContext)
    : overStdio(configuration, given, processContext);

/** The command `mcp login`: redeems a device code, and keeps the access token in a new file. */
export async function mcpLogin(configuration: Settings, given: Arguments, { print }: ProcessContext): Promise<number> {
  const baseUrl = required(given, 'base-url', configuration.remote.baseUrl).replace(/\/+$/, '');
  const code = required(given, 'code').trim();
  const path = required(given, 'credential');
  if (!/^[A-Za-z0-9-]{1,64}$/.test(code)) throw new UsageError('--code: must be a device code of letters and digits');
  const corridor = clientOf({ baseUrl, credential: null });
  // The file comes first: a token that cannot be kept would be lost, because a code works once.
  const file = await reserveFile(path);
  const redeemed = await corridor.redeemAgentDeviceCode({ path: { code } }).catch(async (error: unknown) => {
    await file.remove();
    throw loginError(error);
  });
  await file.keep({ baseUrl, accessToken: redeemed.accessToken });
  print(`agent: ${foreignText(redeemed.agentId)}`);
  print(`name: ${foreignText(redeemed.agentName)}`);
  print(`permissions: ${foreignText(redeemed.policy.permissions.join(', ')) || 'none'}`);
  print(`credential: ${path}`);
  return 0;
}

function loginError(error: unknown): unknown {
  if (error instanceof ApiError) return new CommandError(`--code: ${foreignText(error.message)}`);
  if (!(error instanceof ConnectionError)) return error;
  return new CommandError(
    `${error.message}; the device code may be used up: if a second attempt is refused, create another code`,
  );
}

async function overStdio(configuration: Settings, given: Arguments, { log }: ProcessContext): Promise<number> {
  for (const option of ['port', 'host', 'allowed-hosts']) {
    if (given[option] !== undefined) throw new UsageError(`--${option}: only with --http`);
  }
  const sdk = await loadSdk();
  const session = await sessionOf(configuration, given);
  const server = serverOf(sdk, session);
  const ended = stdinOrSignal();
  await server.connect(new sdk.StdioServerTransport());
  log.write(`corridor mcp: serving ${session.actor} with ${session.tools.length} tools\n`);
  await ended;
  // Messages that have arrived start their calls, and finished calls send their answers, in the next turn.
  await turn();
  await within(FINISH_MS, session.idle());
  await turn();
  await server.close();
  return 0;
}

/** The session of the agent whose credential is given, or else of a platform in the sandbox. */
async function sessionOf(configuration: Settings, given: Arguments): Promise<Session> {
  const path = given['credential'];
  if (typeof path !== 'string') {
    const { baseUrl, clientId, clientSecret } = runningHost(configuration, given);
    return opened(sandboxSession, { baseUrl, credential: { clientId, clientSecret } });
  }
  for (const option of ['base-url', 'client-id', 'client-secret']) {
    if (given[option] !== undefined) throw new UsageError(`--${option}: not with --credential, whose file has it all`);
  }
  const { baseUrl, accessToken } = await readCredentialFile(path);
  return opened(agentSession, { baseUrl, credential: { accessToken } });
}

async function opened(open: (access: Access) => Promise<Session>, access: Access): Promise<Session> {
  clientOf(access);
  return open(access).catch((error: unknown) => {
    if (error instanceof ConnectionError) throw new CommandError(error.message);
    if (!(error instanceof ApiError)) throw error;
    if (open === sandboxSession && error.status === 403) {
      throw new CommandError(
        'the token is not one of the sandbox, or lacks VIEW; without --credential, corridor mcp plays the sandbox only',
      );
    }
    const advice = error.status === 401 ? '; connect the agent again with a new device code' : '';
    throw new CommandError(`${foreignText(error.message)}${open === agentSession ? advice : ''}`);
  });
}

/** Throws a UsageError if the address or the credential is not one. */
function clientOf(access: Access): Corridor {
  try {
    return new Corridor(access);
  } catch (cause) {
    throw new UsageError(`--base-url: ${(cause as Error).message}`);
  }
}

async function overHttp(configuration: Settings, given: Arguments, { print, log }: ProcessContext): Promise<number> {
  for (const option of ['credential', 'client-id', 'client-secret']) {
    if (given[option] !== undefined) {
      throw new UsageError(`--${option}: not with --http; each client sends the access token of its agent`);
    }
  }
  const baseUrl = required(given, 'base-url', configuration.remote.baseUrl);
  clientOf({ baseUrl, credential: null });
  const port = portOf(required(given, 'port'));
  const host = given['host'] === undefined ? '127.0.0.1' : required(given, 'host');
  const allowedHosts = given['allowed-hosts'] === undefined ? [] : hostNames(required(given, 'allowed-hosts'));
  const sdk = await loadSdk();
  const asked = signalled();
  const server = await serveHttp({
    sdk,
    host,
    port,
    allowedHosts,
    open: (accessToken) => agentSession({ baseUrl, credential: { accessToken } }),
  }).catch((cause: NodeJS.ErrnoException) => {
    throw new CommandError(`${host} port ${port} cannot be used (${cause.code ?? 'unknown'})`, { cause });
  });
  print(`mcp: ${server.url}`);
  if (!/^(127\.|localhost$|::1$|\[::1\]$)/.test(host)) {
    log.write('corridor mcp: access tokens of agents pass this port without TLS; let a proxy with TLS lead to it\n');
  }
  await asked;
  await server.close();
  return 0;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`--port: ${text} is not a port`);
}

function hostNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !/^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9A-Fa-f:]+\](:\d{1,5})?$/.test(name));
  if (wrong === undefined) return names;
  throw new UsageError(`--allowed-hosts: ${wrong} is not a host name, such as agents.example`);
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  });

/** A client ends the server by closing its standard input, or by a signal. */
const stdinOrSignal = (): Promise<void> =>
  Promise.race([
    signalled(),
    new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve);
    }),
  ]);

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}

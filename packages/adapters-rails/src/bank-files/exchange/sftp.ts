import { createHash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { instant } from '@corridor/core';
import { optionalPackage } from '@corridor/core/internal';
import type SftpClient from 'ssh2-sftp-client';
import type { SftpEntry } from '../entry.js';
import { type ArchivedAs, type Exchange, type ExchangeSession, ExchangeUnavailable } from './exchange.js';
import { MAX_OWNER_BYTES, NO_OWNER, OWNER_FILE, ownerIn } from './owner-file.js';
import { isComplete, numbered, withEnding } from './file-names.js';
import { type ProbeCalls, type Probing, probing } from './probe.js';

export interface SftpOptions extends Pick<
  SftpEntry,
  'host' | 'port' | 'user' | 'hostKey' | 'outgoing' | 'incoming' | 'archive'
> {
  /** In a format of OpenSSH or PEM. */
  readonly privateKey: string;
  readonly passphrase: string | null;
  /** Time-out of the connection and of each operation. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** A file of this many bytes has the time-out once more. */
const BYTES_PER_TIMEOUT = 8_000_000;
const KEEPALIVE_MS = 10_000;
const SET_ASIDE = 'set-aside';

/** Exchanges files on a server of the bank. Each session is a connection of its own, to the host key that is pinned. */
export function sftpExchange(options: SftpOptions): Exchange {
  const { timeoutMs = TIMEOUT_MS, outgoing, incoming, archive } = options;
  const probes = probing([
    { member: 'outgoing', path: outgoing, isWritten: true },
    { member: 'incoming', path: incoming, isWritten: archive !== null },
    ...(archive === null ? [] : [{ member: 'archive', path: archive, isWritten: true }]),
  ]);
  return {
    use: async (work) => {
      const { default: Client } = await optionalPackage('ssh2-sftp-client@12.1.1', () => import('ssh2-sftp-client'));
      // A broken connection fails the operation that runs; without one, the next operation notices it.
      const client = new Client('corridor', { error: () => {}, end: () => {}, close: () => {} });
      try {
        await connect(client, options, timeoutMs);
        sendAtOnce(client);
        return await work(session(client, { ...options, timeoutMs }, probes));
      } finally {
        await Promise.race([client.end().catch(() => false), pause(timeoutMs, undefined, { ref: false })]);
      }
    },
  };
}

/** Without `ssh-rsa`, which signs with SHA-1. */
const RSA_WITH_SHA2 = ['rsa-sha2-512', 'rsa-sha2-256'];
const HOST_KEY_ALGORITHMS = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  ...RSA_WITH_SHA2,
];

/**
 * Switches off the delay with which TCP collects small packets. Otherwise each of several small packets of a request
 * waits for the acknowledgement of the one before it, 40 ms each time. The types lack the connection of the client.
 */
function sendAtOnce(client: SftpClient): void {
  const { client: connection } = client as unknown as { readonly client: Pick<Socket, 'setNoDelay'> };
  connection.setNoDelay(true);
}

async function connect(client: SftpClient, options: SftpOptions, timeoutMs: number): Promise<void> {
  let presented: Buffer | null = null;
  const verify = (key: Buffer): boolean => {
    const isKnown = isPinned(options.hostKey, key);
    if (!isKnown) presented = key;
    return isKnown;
  };
  try {
    await answered('connect', timeoutMs, () => client.connect(connectOptions(options, timeoutMs, verify)));
  } catch (cause) {
    if (presented === null) throw cause;
    const message = `the key of the SFTP server is not hostKey: it presents ${fingerprintOf(presented)}; if the bank confirms this key, change hostKey`;
    throw new ExchangeUnavailable(message, { cause });
  }
}

const fingerprintOf = (key: Uint8Array): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

function connectOptions(
  { host, port, user, privateKey, passphrase, hostKey }: SftpOptions,
  timeoutMs: number,
  hostVerifier: (key: Buffer) => boolean,
) {
  const type = /^(?:\S+ )?((?:ssh-|ecdsa-)\S+) /.exec(hostKey)?.[1];
  return {
    ...{ host, port, username: user, privateKey },
    ...(passphrase !== null && { passphrase }),
    readyTimeout: timeoutMs,
    keepaliveInterval: KEEPALIVE_MS,
    keepaliveCountMax: 3,
    // The server may have keys of several types, so that it must present the pinned one.
    algorithms: {
      serverHostKey: type === undefined ? HOST_KEY_ALGORITHMS : type === 'ssh-rsa' ? RSA_WITH_SHA2 : [type],
    },
    hostVerifier,
  } as SftpClient.ConnectOptions;
}

/** Whether the key of the server is the pinned one: a fingerprint `SHA256:…`, or the key itself. */
export function isPinned(hostKey: string, key: Uint8Array): boolean {
  if (hostKey.startsWith('SHA256:')) {
    const pinned = Buffer.from(hostKey.slice('SHA256:'.length), 'base64');
    const actual = createHash('sha256').update(key).digest();
    return pinned.length === actual.length && timingSafeEqual(pinned, actual);
  }
  const blob = hostKey.split(' ').find((part) => part.startsWith('AAAA'));
  return blob !== undefined && Buffer.from(blob, 'base64').equals(key);
}

function session(
  client: SftpClient,
  { outgoing, incoming, archive, timeoutMs }: SftpOptions & { readonly timeoutMs: number },
  probes: Probing,
): ExchangeSession {
  const ask = <T>(what: string, work: () => Promise<T>, bytes = 0): Promise<T> =>
    answered(what, timeoutMs * (1 + bytes / BYTES_PER_TIMEOUT), work);
  const at = (folder: string, name: string): string => posix.join(folder, name);
  const exists = (path: string): Promise<false | string> => ask('stat', () => client.exists(path));
  const setAside = archive === null ? null : at(archive, SET_ASIDE);

  /** Null if there is no such file. */
  async function download(path: string, maxBytes: number): Promise<Uint8Array | 'too-large' | null> {
    if ((await exists(path)) !== '-') return null;
    const { size } = await ask('stat', () => client.stat(path));
    if (size > maxBytes) return 'too-large';
    const sink = new Sink(maxBytes);
    try {
      await ask('read', () => client.get(path, sink), size);
    } catch (cause) {
      if (sink.isFull) return 'too-large';
      throw cause;
    }
    return sink.content();
  }

  /** The client takes some refusals of the server, such as those of a full disk, for success, so the size is compared. */
  async function put(path: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    await ask('write', () => client.put(content, path));
    const { size } = await ask('stat', () => client.stat(path));
    if (size !== content.length) throw new ExchangeUnavailable(`the SFTP server did not store ${path} completely`);
  }

  /** Atomic where the server has the extension of OpenSSH; its plain rename is a link and an unlink. */
  async function rename(from: string, to: string): Promise<void> {
    try {
      await ask('rename', () => client.posixRename(from, to));
    } catch (cause) {
      if (!(cause instanceof ExchangeUnavailable) || !/not support|unsupported/i.test(cause.message)) throw cause;
      await ask('rename', () => client.rename(from, to));
    }
  }

  async function freeNumber(folder: string, name: string): Promise<number> {
    let number = 1;
    while ((await exists(at(folder, numbered(name, number)))) !== false) number += 1;
    return number;
  }

  /** The name, or a numbered one if a file has it. */
  const freeName = async (folder: string, name: string): Promise<string> =>
    numbered(name, await freeNumber(folder, name));

  /** Without an archive nothing is moved away, so that there is nothing to find in it. */
  const folderOf = (as: ArchivedAs): string => (as === 'processed' ? archive : setAside) ?? incoming;

  const calls: ProbeCalls = {
    list: (folder) => ask('list', () => client.list(folder)),
    write: (folder, name) => put(at(folder, name), 'probe\n'),
    rename: (folder, from, to) => rename(at(folder, from), at(folder, to)),
    remove: (folder, name) => ask('delete', () => client.delete(at(folder, name), false)),
  };

  return {
    async check() {
      const problems: string[] = [];
      const folders = { outgoing, incoming, ...(archive !== null && { archive }) };
      for (const [member, path] of Object.entries(folders)) {
        if ((await exists(path)) !== 'd') problems.push(`the server has no folder ${path} (${member})`);
      }
      return problems.length > 0 ? problems : probes.problems(calls);
    },

    owner: async (id) => {
      if (archive === null) return null;
      const path = at(archive, OWNER_FILE);
      const written = async (): Promise<string> =>
        (await exists(path)) === false ? NO_OWNER : ownerIn(await download(path, MAX_OWNER_BYTES));
      const before = await written();
      if (before !== NO_OWNER) return before;
      await put(path, `${id}\n`);
      return written();
    },

    list: async () =>
      (await ask('list', () => client.list(incoming)))
        .filter(({ type, name }) => type === '-' && isComplete(name))
        .map(({ name, size, modifyTime }) => ({ name, size, modifiedAt: instant(modifyTime) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),

    read: async (name, maxBytes) => (await download(at(incoming, name), maxBytes)) ?? 'gone',

    archive: async (name, as) => {
      if (archive === null || setAside === null) return null;
      const folder = folderOf(as);
      if (as === 'set-aside' && (await exists(setAside)) === false) {
        await ask('mkdir', () => client.mkdir(setAside));
      }
      if ((await exists(at(incoming, name))) === false) return name;
      const newName = await freeName(folder, name);
      await rename(at(incoming, name), at(folder, newName));
      return newName;
    },

    freeNumber: (name, as) => freeNumber(folderOf(as), name),

    readArchived: async (name, as, maxBytes) => (await download(at(folderOf(as), name), maxBytes)) ?? 'gone',

    putBack: async (archived, as, name) => {
      await rename(at(folderOf(as), archived), at(incoming, await freeName(incoming, name)));
    },

    isSetAside: async (name) => (await exists(at(setAside ?? incoming, name))) !== false,

    explain: async (name, text) => {
      if (setAside === null) return;
      const path = at(setAside, await freeName(setAside, withEnding(name, '.report.txt')));
      await put(path, `${text}\n`);
    },

    upload: async (temporaryName, content) => {
      await ask('write', () => client.put(Buffer.from(content), at(outgoing, temporaryName)), content.length);
    },

    isUploaded: async (temporaryName, content) => {
      const path = at(outgoing, temporaryName);
      try {
        const found = await download(path, content.length);
        return found !== null && found !== 'too-large' && Buffer.compare(found, content) === 0;
      } catch (cause) {
        // Some banks let their customers write files only, so that the size must do.
        if (!(cause instanceof ExchangeUnavailable) || !/permission denied/i.test(cause.message)) throw cause;
        return (await ask('stat', () => client.stat(path))).size === content.length;
      }
    },

    publish: async (temporaryName, finalName) => {
      const [from, to] = [at(outgoing, temporaryName), at(outgoing, finalName)];
      if ((await exists(from)) === false) return 'gone';
      if ((await exists(to)) !== false) throw new ExchangeUnavailable(`the outgoing folder already has ${finalName}`);
      await rename(from, to);
      return 'published';
    },

    isOutgoing: async (name) => (await exists(at(outgoing, name))) !== false,

    discard: async (temporaryName) => {
      await ask('delete', () => client.delete(at(outgoing, temporaryName), true));
    },
  };
}

/** Collects a download in memory, and fails if it exceeds the limit, because a file may grow while it is read. */
class Sink extends Writable {
  readonly #parts: Buffer[] = [];
  #size = 0;
  isFull = false;

  constructor(private readonly maxBytes: number) {
    super();
  }

  override _write(part: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#size += part.length;
    if (this.#size > this.maxBytes) {
      this.isFull = true;
      return done(new Error('the file is too large'));
    }
    this.#parts.push(part);
    done();
  }

  content(): Uint8Array {
    return Buffer.concat(this.#parts);
  }
}

/** The answer of the server within the time-out. */
async function answered<T>(what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timeout = pause(timeoutMs, undefined, { signal: over.signal, ref: false }).then((): never => {
    throw new ExchangeUnavailable(`the SFTP server did not answer within ${Math.round(timeoutMs / 1000)} s (${what})`);
  });
  timeout.catch(() => {});
  try {
    return await Promise.race([work(), timeout]);
  } catch (cause) {
    if (cause instanceof ExchangeUnavailable) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ExchangeUnavailable(`the SFTP server failed (${what}): ${message}`, { cause });
  } finally {
    over.abort();
  }
}

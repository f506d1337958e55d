import { createHash, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type SftpClient from 'ssh2-sftp-client';
import type { SftpEntry } from '../entry.js';
import { ExchangeUnavailable } from './exchange.js';

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

const KEEPALIVE_MS = 10_000;

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
export function sendAtOnce(client: SftpClient): void {
  const { client: connection } = client as unknown as { readonly client: Pick<Socket, 'setNoDelay'> };
  connection.setNoDelay(true);
}

/** Connects to the server with the pinned host key. */
export async function connect(client: SftpClient, options: SftpOptions, timeoutMs: number): Promise<void> {
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

/** The answer of the server within the time-out. */
export async function answered<T>(what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
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

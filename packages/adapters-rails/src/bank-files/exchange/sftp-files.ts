import { Writable } from 'node:stream';
import type SftpClient from 'ssh2-sftp-client';
import { ExchangeUnavailable } from './exchange.js';
import { answered } from './sftp-connection.js';

/** A file of this many bytes has the time-out once more. */
const BYTES_PER_TIMEOUT = 8_000_000;

/** The files of a server, each operation within its time, and in spite of what servers do differently. */
export function sftpFiles(client: SftpClient, timeoutMs: number) {
  const ask = <T>(what: string, work: () => Promise<T>, bytes = 0): Promise<T> =>
    answered(what, timeoutMs * (1 + bytes / BYTES_PER_TIMEOUT), work);
  const exists = (path: string): Promise<false | string> => ask('stat', () => client.exists(path));

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

  return { ask, exists, download, put, rename };
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

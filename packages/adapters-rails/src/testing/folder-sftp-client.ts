import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/** What the client of SFTP in these tests was asked for, and how it fails. */
export interface SftpScript {
  /** The options of each connection. */
  readonly connections: Record<string, unknown>[];
  readonly calls: string[];
  ended: number;
  /** Whether TCP may collect small packets of the last connection. */
  delays: boolean;
  /** The server fails a call with this error, if it returns one. */
  fails(call: string, path: string): unknown;
}

export const sftpScript: SftpScript = {
  connections: [],
  calls: [],
  ended: 0,
  delays: true,
  fails: () => undefined,
};

const typeOf = (path: string): '-' | 'd' | 'l' | false => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory() ? 'd' : found.isSymbolicLink() ? 'l' : '-';
};

/** The client of SFTP that the exchange uses, over folders of this computer. */
export class FolderSftpClient {
  readonly client = {
    setNoDelay: (noDelay: boolean): void => {
      sftpScript.delays = !noDelay;
    },
  };

  async #do<T>(call: string, path: string, work: () => T): Promise<T> {
    sftpScript.calls.push(call);
    const failure = await sftpScript.fails(call, path);
    if (failure !== undefined) throw failure;
    return work();
  }

  connect(options: Record<string, unknown>): Promise<void> {
    sftpScript.connections.push(options);
    return this.#do('connect', '', () => undefined);
  }

  async end(): Promise<boolean> {
    sftpScript.ended += 1;
    return this.#do('end', '', () => true);
  }

  exists = (path: string) => this.#do('exists', path, () => typeOf(path));

  stat = (path: string) => this.#do('stat', path, () => ({ size: statSync(path).size }));

  list = (path: string) =>
    this.#do('list', path, () =>
      // A server lists files in an order of its own.
      readdirSync(path)
        .sort((a, b) => (a < b ? 1 : -1))
        .map((name) => {
          const { size, mtimeMs } = lstatSync(join(path, name));
          return { type: typeOf(join(path, name)), name, size, modifyTime: Math.floor(mtimeMs) };
        }),
    );

  get = (path: string, sink: Writable) =>
    this.#do('get', path, async () => {
      const content = readFileSync(path);
      const half = Math.ceil(content.length / 2);
      sink.write(content.subarray(0, half));
      sink.end(content.subarray(half));
      await finished(sink);
    });

  put = (content: Buffer, path: string) => this.#do('put', path, () => writeFileSync(path, content));

  posixRename = (from: string, to: string) => this.#do('posixRename', from, () => renameSync(from, to));

  rename = (from: string, to: string) => this.#do('rename', from, () => renameSync(from, to));

  mkdir = (path: string) => this.#do('mkdir', path, () => mkdirSync(path));

  delete = (path: string, isMissingFine: boolean) =>
    this.#do('delete', path, () => rmSync(path, { force: isMissingFine }));
}

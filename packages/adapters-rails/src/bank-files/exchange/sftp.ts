import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { instant } from '@corridor/core';
import { optionalPackage } from '@corridor/core/internal';
import type SftpClient from 'ssh2-sftp-client';
import { type ArchivedAs, type Exchange, type ExchangeSession, ExchangeUnavailable } from './exchange.js';
import { MAX_OWNER_BYTES, NO_OWNER, OWNER_FILE, ownerIn } from './owner-file.js';
import { isComplete, numbered, withEnding } from './file-names.js';
import { type ProbeCalls, type Probing, probing } from './probe.js';
import { connect, sendAtOnce, type SftpOptions } from './sftp-connection.js';
import { sftpFiles } from './sftp-files.js';

export { isPinned, type SftpOptions } from './sftp-connection.js';

const TIMEOUT_MS = 30_000;
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

function session(
  client: SftpClient,
  { outgoing, incoming, archive, timeoutMs }: SftpOptions & { readonly timeoutMs: number },
  probes: Probing,
): ExchangeSession {
  const { ask, exists, download, put, rename } = sftpFiles(client, timeoutMs);
  const at = (folder: string, name: string): string => posix.join(folder, name);
  const setAside = archive === null ? null : at(archive, SET_ASIDE);

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

    processed: async () =>
      archive === null
        ? []
        : (await ask('list', () => client.list(archive)))
            .filter(({ type, name }) => type === '-' && isComplete(name))
            .map(({ name }) => name)
            .sort(),

    removeArchived: async (name) => {
      if (archive !== null) await ask('delete', () => client.delete(at(archive, name), true));
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

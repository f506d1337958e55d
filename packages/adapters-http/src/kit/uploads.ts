import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result, type UploadedFile } from '@corridor/core';
import { Unavailable } from '@corridor/core/ports';
import type { IncomingFile } from './multipart.js';

/** How many files may be received at once. */
export interface UploadLimits {
  readonly perHost: number;
  /** Limit for one API token, or for one session of the hosted verification page. */
  readonly perSession: number;
}

const DEFAULTS: UploadLimits = { perHost: 200, perSession: 50 };
const MEBIBYTE = 1024 * 1024;
/** Bytes of files that may be on disk at once. A session without another file in progress may always send one. */
const SESSION_BYTES = 512 * MEBIBYTE;
const HOST_BYTES = 2048 * MEBIBYTE;
/** Files that are in memory at once, while they are checked and stored. */
const IN_MEMORY = 4;
const RETRY_AFTER = 5;

/** A file that has arrived and is on disk. */
export interface SpooledFile {
  readonly name: string;
  /**
   * Loads the file into memory, as soon as the limit on files in memory permits. It stays there until the place is
   * released.
   */
  load(): Promise<UploadedFile>;
}

/** The reservation for one incoming file. */
export interface UploadPlace {
  /** Writes the file to disk while it arrives. Throws `Unavailable` if the disk is full. */
  spool(file: IncomingFile): Promise<SpooledFile>;
  /** Releases the place and removes the file. */
  end(): Promise<void>;
}

export interface Uploads {
  /**
   * 429 RATE_LIMITED if the session has reached its limit of files or of their bytes, 503 SERVICE_UNAVAILABLE if the
   * host has.
   */
  reservePlace(session: string, bytes: number): Result<UploadPlace>;
}

interface Load {
  files: number;
  bytes: number;
}

const has = (load: Load, files: number, bytes: number, more: number): boolean =>
  load.files < files && (load.files === 0 || load.bytes + more <= bytes);

/** The incoming files of one host, kept in `folder` while they are processed. */
export function createUploads(limits: UploadLimits = DEFAULTS, folder: string = tmpdir()): Uploads {
  const sessions = new Map<string, Load>();
  const all: Load = { files: 0, bytes: 0 };
  const memory = places(IN_MEMORY);

  return {
    reservePlace(session, bytes) {
      const own = sessions.get(session) ?? { files: 0, bytes: 0 };
      const retryAfter = { retryAfter: RETRY_AFTER };
      if (!has(own, limits.perSession, SESSION_BYTES, bytes)) {
        return err(
          'RATE_LIMITED',
          'too many or too large files are being uploaded at once; send fewer at the same time',
          retryAfter,
        );
      }
      if (!has(all, limits.perHost, HOST_BYTES, bytes)) {
        return err(
          'SERVICE_UNAVAILABLE',
          'too many or too large files are being uploaded to this host; try again later',
          retryAfter,
        );
      }
      sessions.set(session, own);
      for (const load of [own, all]) {
        load.files += 1;
        load.bytes += bytes;
      }
      let spooled: FileHandle | null = null;
      let isInMemory = false;
      let isEnded = false;
      return ok({
        async spool(file) {
          const handle = await nameless(folder);
          spooled = handle;
          let size = 0;
          for await (const chunk of file.bytes) {
            await unlessFull(() => handle.appendFile(chunk));
            size += chunk.length;
          }
          return {
            name: file.name,
            async load() {
              await memory.occupy();
              isInMemory = true;
              const content = Buffer.allocUnsafeSlow(size);
              for (let at = 0; at < size;) {
                const { bytesRead } = await handle.read(content, at, size - at, at);
                if (bytesRead === 0) throw new Error('a received file is truncated on disk');
                at += bytesRead;
              }
              return { name: file.name, content };
            },
          };
        },

        async end() {
          if (isEnded) return;
          isEnded = true;
          for (const load of [own, all]) {
            load.files -= 1;
            load.bytes -= bytes;
          }
          if (own.files === 0) sessions.delete(session);
          if (isInMemory) memory.vacate();
          await spooled?.close();
        },
      });
    },
  };
}

/** A file without a directory entry: the operating system removes it when it is closed, even if the host is killed. */
async function nameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.upload`);
  const handle = await unlessFull(() => open(path, 'wx+', 0o600));
  await rm(path);
  return handle;
}

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE'];

async function unlessFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (FULL.includes((cause as NodeJS.ErrnoException).code)) {
      throw new Unavailable('no disk space for a received file', { cause });
    }
    throw cause;
  }
}

/** A semaphore: `count` places, granted in the order of the requests. */
function places(count: number): { occupy(): Promise<void>; vacate(): void } {
  const waiting: (() => void)[] = [];
  let free = count;
  return {
    async occupy() {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
    },
    vacate() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

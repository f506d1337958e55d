import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import * as z from 'zod';
import { CommandError, UsageError } from '../../kernel/errors.js';

/** The address of the service and the access token of an agent, as the file keeps them. */
export interface AgentCredentialFile {
  readonly baseUrl: string;
  readonly accessToken: string;
}

const OTHERS = 0o077;
const LONGEST = 8_192;
/** More than a credential takes. */
const RESERVED = 4_096;

const content = z.strictObject({
  baseUrl: z.string().min(1),
  accessToken: z.string().regex(/^[\x21-\x7e]+$/),
});

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? 'unknown';

/** A new file that only this user can read, with room for a credential. */
export interface ReservedFile {
  /** Writes the credential so that a crash of the machine does not lose it. */
  keep(credential: AgentCredentialFile): Promise<void>;
  /** Removes the file, because no credential was received. */
  remove(): Promise<void>;
}

/**
 * Creates the file, and fills it with blanks up to the size of a credential, before the device code is used up: a full
 * disk, a folder without permission and an existing file are found while the code is still valid. Throws a UsageError.
 */
export async function reserveFile(path: string): Promise<ReservedFile> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw new UsageError(`--credential: ${path} cannot be created (${codeOf(cause)}); name a new file`);
  });
  const remove = async (): Promise<void> => {
    await file.close();
    await rm(path, { force: true });
  };
  try {
    await file.writeFile(`${' '.repeat(RESERVED - 1)}\n`);
    await file.sync();
  } catch (cause) {
    await remove();
    throw new UsageError(`--credential: ${path} cannot be written (${codeOf(cause)})`, { cause });
  }
  return {
    remove,
    async keep(credential) {
      try {
        // In the place of the blanks, so that no further room is needed.
        const text = `${JSON.stringify(credential)}\n`;
        await file.write(text.padEnd(RESERVED), 0, 'utf8');
        await file.truncate(Buffer.byteLength(text));
        await file.sync();
      } catch (cause) {
        await remove();
        throw new CommandError(
          `--credential: ${path} cannot be written (${codeOf(cause)}), and the device code is used up; create another one`,
          { cause },
        );
      }
      await file.close();
    },
  };
}

/** The credential in a file that only this user can read. Throws a UsageError that never repeats the content. */
export async function readCredentialFile(path: string): Promise<AgentCredentialFile> {
  let file: FileHandle | null = null;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for its writer.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = await file.stat();
    if (!status.isFile()) throw new UsageError(`--credential: ${path} is not a file`);
    if ((status.mode & OTHERS) !== 0) {
      throw new UsageError(`--credential: other users can read ${path}; run chmod 600 on it`);
    }
    if (status.size > LONGEST) throw unusable(path);
    return parsed(await file.readFile('utf8'), path);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`--credential: ${path} cannot be read (${codeOf(cause)})`);
  } finally {
    await file?.close();
  }
}

function parsed(text: string, path: string): AgentCredentialFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw unusable(path);
  }
  const result = content.safeParse(json);
  if (!result.success) throw unusable(path);
  return result.data;
}

const unusable = (path: string): UsageError =>
  new UsageError(
    `--credential: ${path} contains no credential of an agent; remove it, and run corridor mcp login with a new device code`,
  );

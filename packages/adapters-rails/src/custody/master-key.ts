import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keyIdOf, MASTER_KEY_BYTES, sealedWith } from './sealer.js';

const MASTER_KEY_VARIABLE = 'CORRIDOR_MASTER_KEY';
const MASTER_KEY_FILE = 'master.key';
const NEXT_KEY_FILE = 'master.key.next';

/** Why a host cannot have its master key. The message says what to do and never holds a key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKeySources {
  readonly dataDir: string;
  /** As it was given (`CORRIDOR_MASTER_KEY`); null: the one in the data folder. */
  readonly key: string | null;
  /** Any text of the database that was sealed earlier; null when there is none. */
  readonly sealed: string | null;
}

/**
 * The key that seals what the database must not show: the one that is given (32 bytes in base64 or hex), else that in
 * `<data dir>/master.key`, which the first start makes.
 * Throws a `MasterKeyError` when the key is malformed, or when the database was sealed with a key that is not this one:
 * a new key would not open it, so none is made then.
 */
export async function loadMasterKey({ dataDir, key: given, sealed }: MasterKeySources): Promise<Uint8Array> {
  const file = join(dataDir, MASTER_KEY_FILE);
  const [key, origin] =
    given !== null
      ? [decodeKey(given, MASTER_KEY_VARIABLE), MASTER_KEY_VARIABLE]
      : [await keyOfFile(file, sealed), file];

  if (sealed === null) return key;
  const sealedBy = sealedWith(sealed);
  if (sealedBy === null)
    throw new MasterKeyError('the database holds a secret in a form that this version does not know');
  if (sealedBy !== keyIdOf(key)) {
    throw new MasterKeyError(
      `the database was sealed with the master key ${sealedBy}, but ${origin} holds ${keyIdOf(key)}: set ${MASTER_KEY_VARIABLE} to the key of the database, or restore its ${MASTER_KEY_FILE}`,
    );
  }
  return key;
}

async function keyOfFile(file: string, sealed: string | null): Promise<Uint8Array> {
  const found = await readKey(file);
  if (found !== null) return found;
  if (sealed !== null) {
    throw new MasterKeyError(
      `the database holds sealed secrets, but there is no master key: set ${MASTER_KEY_VARIABLE}, or restore ${file}`,
    );
  }
  return makeKey(file);
}

/** The key that takes the place of the present one: what a rotation that was broken off had made, or a new one. */
export async function nextMasterKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, NEXT_KEY_FILE);
  return (await readKey(file)) ?? makeKey(file);
}

/** Puts the next key in the place of the present one, once nothing is sealed with that any more. */
export async function adoptNextMasterKey(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, MASTER_KEY_FILE));
}

/** Where a rotation of the key in the data folder has been broken off. */
export const isRotating = async (dataDir: string): Promise<boolean> =>
  (await readKey(join(dataDir, NEXT_KEY_FILE))) !== null;

async function readKey(file: string): Promise<Uint8Array | null> {
  try {
    return decodeKey(await readFile(file, 'utf8'), file);
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause instanceof MasterKeyError
      ? cause
      : new MasterKeyError(`cannot read ${file}: set ${MASTER_KEY_VARIABLE} instead`, { cause });
  }
}

/**
 * Written whole beside its place and then linked into it, which fails where there is a file: of two processes that
 * start at the same time both get the key of the one that was first, and a crash leaves no half of one.
 */
async function makeKey(file: string): Promise<Uint8Array> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((cause: unknown) => {
      if (codeOf(cause) !== 'EEXIST') throw cause;
    });
  } catch (cause) {
    throw new MasterKeyError(`cannot make ${file}: set ${MASTER_KEY_VARIABLE} instead`, { cause });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKey(file);
  if (made === null) throw new MasterKeyError(`${file} has vanished while it was made`);
  return made;
}

const HEX = /^[0-9a-f]{64}$/i;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** 32 bytes in base64 or hex; a `MasterKeyError` names `origin`, never the text. */
export function decodeKey(text: string, origin: string): Uint8Array {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return Uint8Array.from(Buffer.from(trimmed, 'hex'));
  if (BASE64.test(trimmed)) return Uint8Array.from(Buffer.from(trimmed, 'base64'));
  throw new MasterKeyError(`${origin} must hold ${MASTER_KEY_BYTES} bytes in base64 or hex`);
}

const codeOf = (cause: unknown): unknown =>
  typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;

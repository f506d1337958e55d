import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../files/create-folder.js';
import { keyIdOf, MASTER_KEY_BYTES, sealedWith } from './sealer.js';

const MASTER_KEY_VARIABLE = 'CORRIDOR_MASTER_KEY';
const MASTER_KEY_FILE = 'master.key';
const NEXT_KEY_FILE = 'master.key.next';

/** Why a host has no usable master key. The message says what to do and never contains a key. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

export interface MasterKeySources {
  readonly dataDir: string;
  /** The configured key; null to use the file in the data folder. */
  readonly key: string | null;
  /** The setting that `key` comes from, for errors. Default: `CORRIDOR_MASTER_KEY`. */
  readonly origin?: string | undefined;
  /** Any text in the database that is sealed (encrypted with the master key); null if there is none. */
  readonly sealed: string | null;
}

/**
 * Loads the master key, which seals (encrypts) secrets in the database: the configured key (32 bytes in base64 or hex),
 * otherwise the one in `<data dir>/master.key`, which the first start generates. Throws a `MasterKeyError` if the key
 * is malformed, or if the secrets in the database were sealed with another key: a new key could not open them, so none
 * is generated then.
 */
export async function loadMasterKey({ dataDir, key: given, sealed, ...named }: MasterKeySources): Promise<Uint8Array> {
  const file = join(dataDir, MASTER_KEY_FILE);
  const origin = given === null ? file : (named.origin ?? MASTER_KEY_VARIABLE);
  const key = given === null ? await keyOfFile(file, sealed) : decodeKey(given, origin);
  requireKeyOf(sealed, key, origin);
  return key;
}

/**
 * Throws a `MasterKeyError` unless `sealed`, any text in the database that is sealed, was sealed with the key. `origin`
 * says where the key comes from.
 */
export function requireKeyOf(sealed: string | null, key: Uint8Array, origin: string): void {
  if (sealed === null) return;
  const sealedBy = sealedWith(sealed);
  if (sealedBy === null)
    throw new MasterKeyError(
      'the database holds a secret in a format that this version does not know; start the version that wrote it, or a later one',
    );
  if (sealedBy !== keyIdOf(key)) {
    throw new MasterKeyError(
      `the database was sealed with the master key ${sealedBy}, but ${origin} holds ${keyIdOf(key)}: set ${MASTER_KEY_VARIABLE} to the key of the database, or restore its ${MASTER_KEY_FILE}`,
    );
  }
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

/** The key that will replace the current one: the key of an interrupted rotation, or a new one. */
export async function nextMasterKey(dataDir: string): Promise<Uint8Array> {
  const file = join(dataDir, NEXT_KEY_FILE);
  return (await readKey(file)) ?? makeKey(file);
}

/**
 * Replaces the current master key with the next one. Call it when no secret in the database is sealed (encrypted) with
 * the current key any more.
 */
export async function adoptNextMasterKey(dataDir: string): Promise<void> {
  await rename(join(dataDir, NEXT_KEY_FILE), join(dataDir, MASTER_KEY_FILE));
}

/** Whether a rotation of the key in the data folder was interrupted. */
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
 * The key is written to a temporary file and then linked, which fails if the file exists: two processes that start at
 * the same time both get the key of the first one, and a crash never leaves a partial key.
 */
async function makeKey(file: string): Promise<Uint8Array> {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await createFolder(dirname(file));
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
    throw new MasterKeyError(refusal(file, codeOf(cause)), { cause });
  } finally {
    // Where it fails, its cause has made the creation fail too.
    await rm(draft, { force: true }).catch(() => undefined);
  }
  const made = await readKey(file);
  if (made === null) throw new MasterKeyError(`${file} was deleted while it was being created; start again`);
  return made;
}

const FULL: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

const refusal = (file: string, code: unknown): string =>
  FULL.includes(code)
    ? `cannot create ${file}: the disk is full; free space and start again`
    : `cannot create ${file} (${String(code)}): let this user write to the folder, or set ${MASTER_KEY_VARIABLE} instead`;

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

import { type ConnectionContext, RailEntryError } from '@corridor/core/ports';
import { z } from 'zod';
import { readAddress, readMembers } from '../partners/partner.js';

const schema = z.strictObject({
  url: z.string(),
  token: z.unknown().optional(),
  lists: z.array(z.string().regex(/^[a-z0-9_-]{1,60}$/)).min(1),
  minMatch: z.number().min(0.5).max(1).default(0.85),
  otherScripts: z.boolean().default(false),
  maxAgeHours: z.int().min(1).max(720).default(36),
});

/** An entry of `screening` with `"type": "watchman"`. */
export interface WatchmanEntry {
  /** Without a slash at its end. */
  readonly url: string;
  /** The credential for a proxy in front of Watchman, which asks for none itself; null if there is none. */
  readonly token: string | null;
  /** The lists that must be loaded: without one of them, Watchman is taken as absent. */
  readonly lists: readonly string[];
  /** 0.5 to 1: how alike a name must be, in Watchman's own measure. */
  readonly minMatch: number;
  /** Whether Watchman compares names of other scripts with Latin ones: only with its embeddings. */
  readonly otherScripts: boolean;
  /** After how many hours without a refresh of the lists a check reports a problem. */
  readonly maxAgeHours: number;
}

/** Printable ASCII without spaces, as a header carries it. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;

/** Reads the members of an entry. Throws a `RailEntryError`, which never contains the token. */
export function readWatchmanEntry(
  raw: Readonly<Record<string, unknown>>,
  context: Pick<ConnectionContext, 'environment' | 'secretOf'>,
): WatchmanEntry {
  const { url, token: reference, ...members } = readMembers(schema, raw);
  const token = reference === undefined ? null : context.secretOf('token', reference);
  if (token !== null && !TOKEN.test(token))
    throw new RailEntryError('token', 'must be 1 to 4096 characters of printable ASCII, without spaces');
  return { ...members, url: readAddress(url, context), token };
}

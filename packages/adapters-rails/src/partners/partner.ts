import { type ConnectionContext, RailEntryError } from '@corridor/core/ports';
import type { z } from 'zod';
import { signingKey } from './signature.js';
import { needsTls } from './tls.js';

/** A program behind the protocol of docs/rails/http.md: where it is, and the keys of both directions. */
export interface Partner {
  /** Without a slash at its end. */
  readonly url: string;
  /** Keys that sign what the service sends. */
  readonly keys: readonly Uint8Array[];
  /** Keys that sign what the partner sends: its answers and its messages. */
  readonly callbackKeys: readonly Uint8Array[];
}

/** What a connection to a partner needs of its host. */
export type PartnerContext = Pick<
  ConnectionContext,
  'name' | 'environment' | 'http' | 'clock' | 'random' | 'log' | 'secretOf'
>;

/** One secret, or two while they are exchanged: the new one and the former one. */
const MOST_SECRETS = 2;

/** The member `url` of an entry. Throws a `RailEntryError`. */
export function readAddress(text: string, { environment }: Pick<PartnerContext, 'environment'>): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new RailEntryError('url', 'must be the address of the other side, such as https://partner.example/v1');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '')
    throw new RailEntryError('url', 'must have no query, no fragment and no credentials');
  if (needsTls(text, environment) && url.protocol !== 'https:')
    throw new RailEntryError('url', 'must begin with https:// in PRODUCTION, except for a program on the same machine');
  return url.href.replace(/\/+$/, '');
}

/** A member with one or two references to secrets. Throws a `RailEntryError`, which never contains a secret. */
export function readKeys(
  member: string,
  reference: unknown,
  { secretOf }: Pick<PartnerContext, 'secretOf'>,
): readonly Uint8Array[] {
  const references: readonly (readonly [string, unknown])[] = Array.isArray(reference)
    ? reference.map((each, index) => [`${member}.${index}`, each] as const)
    : [[member, reference]];
  if (references.length === 0 || references.length > MOST_SECRETS)
    throw new RailEntryError(member, 'must be one reference to a secret, or two during an exchange');
  return references.map(([path, each]) => {
    const key = signingKey(secretOf(path, each));
    if (key === null) throw new RailEntryError(path, 'must be whsec_ followed by 24 to 64 bytes in base64');
    return key;
  });
}

/** The members of an entry. Throws a `RailEntryError` for the first one that is invalid. */
export function readMembers<T>(schema: z.ZodType<T>, raw: Readonly<Record<string, unknown>>): T {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  const issue = read.error.issues[0]!;
  const member = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    throw new RailEntryError(member, `has unknown members: ${issue.keys.join(', ')}`);
  throw new RailEntryError(member, `is invalid: ${issue.message}`);
}

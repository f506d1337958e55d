/** An address that cannot be used. The message says why, without the address, which contains a password. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** One host of an address. */
export interface Address {
  /** The address with this host alone. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

const DEFAULT_PORT = 5432;
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?]*)([^?]*)(?:\?(.*))?$/s;
const NOT_ENCODED =
  'is not a valid address: write the special characters of the user and the password in percent-encoding, such as %2F for /';
/** What a host needs is a server that accepts writes, so that the last value means the same. */
const ATTRIBUTES: readonly string[] = ['read-write', 'primary', 'any'];

/**
 * The hosts of an address as libpq reads it, in their order: `postgres://user:password@one:5432,two:5432/database` with
 * an optional `target_session_attrs`, which the driver does not know. Throws an AddressError.
 */
export function addressesOf(url: string): readonly Address[] {
  const [, scheme, authority = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  if (scheme === undefined) throw new AddressError('must be a postgres:// address');
  const at = authority.lastIndexOf('@') + 1;
  const [user, hosts] = [authority.slice(0, at), authority.slice(at)];
  const search = readSearch(query);
  // A password with `/` or `?` ends the authority too early, and its beginning must not be shown as a host.
  const isCut = user === '' && url.includes('@');
  return hosts.split(',').map((host) => {
    const address = addressOf(`${scheme}${user}${host}${path}${search}`);
    if (address === null)
      throw new AddressError(isCut ? NOT_ENCODED : `is not a valid address: look at its host and port (${host})`);
    return address;
  });
}

/** The part of an address from `?` on, without what the driver does not know. */
function readSearch(query: string): string {
  const given = new URLSearchParams(query);
  const attributes = given.get('target_session_attrs');
  if (attributes !== null && !ATTRIBUTES.includes(attributes))
    throw new AddressError(`target_session_attrs must be read-write, because hosts write to the database`);
  if (given.get('host')?.includes(',') === true)
    throw new AddressError('several hosts must be before the path, as postgres://one:5432,two:5432/database');
  const kept = query.split('&').filter((part) => part !== '' && !part.startsWith('target_session_attrs='));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** The one host of an address; null if it is not valid. */
function addressOf(url: string): Address | null {
  // An address of a socket has no host.
  const parsed = tryParse(url) ?? tryParse(url.replace('@/', '@socket/'));
  const name = parsed === null ? null : decoded(parsed.hostname.replace(/^\[(.+)\]$/, '$1'));
  if (parsed === null || name === null) return null;
  return { url, host: name, port: parsed.port === '' ? DEFAULT_PORT : Number(parsed.port) };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function tryParse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

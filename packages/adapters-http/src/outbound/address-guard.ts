import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Resolves all addresses of a host name, with the signature of `dns.lookup`. */
export type Resolve = (hostname: string, options: { all: true; verbatim: true }, callback: Resolved) => void;

export interface AddressGuard {
  /** Why a URL is refused before name resolution; null if it is not. */
  refusal(url: URL, httpsOnly: boolean): string | null;
  /**
   * Resolves and checks. The socket connects to the checked addresses, so a different second DNS response has no
   * effect.
   */
  readonly lookup: LookupFunction;
}

export interface AddressGuardOptions {
  /** Permits connections to loopback, private and other addresses outside the public Internet. */
  readonly allowPrivate: boolean;
  /** The setting of the operator that permits them, for the error message. */
  readonly permittedBy?: string;
  readonly resolve?: Resolve;
}

/** The allocated unicast space of IPv6; everything else (mapped, translated, local, multicast) lies outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/**
 * Ranges of the global unicast space that lead to an IPv4 address (6to4, Teredo) or nowhere (documentation, RFC 9637).
 */
const NOT_GLOBAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) => ipaddr.parseCIDR(range));

/** True for an address of the public Internet; false for other addresses and for texts that are not an address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  return address.match(GLOBAL_UNICAST) && !NOT_GLOBAL.some((range) => address.match(range));
}

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export function createAddressGuard({ allowPrivate, permittedBy, resolve = lookup }: AddressGuardOptions): AddressGuard {
  const permission = permittedBy === undefined ? '' : `, or set ${permittedBy}=true on the host`;
  const refused = `the address is not public; use a public one${permission}`;
  const resolveOnce = sharing(resolve);
  return {
    refusal(url, httpsOnly) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL scheme is neither https nor http';
      if (httpsOnly && url.protocol !== 'https:') return 'the URL is not https';
      if (url.username !== '' || url.password !== '') return 'the URL contains credentials';
      // A socket does not look up a literal address, so it is checked here. The URL parser has already normalized
      // octal, hexadecimal and shortened forms.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      return ipaddr.isValid(host) && !allowPrivate && !isPublicAddress(host) ? refused : null;
    },

    lookup(hostname, options, callback) {
      resolveOnce(hostname, (error, addresses) => {
        if (error !== null) return callback(error, '');
        const family = options.family === 4 || options.family === 6 ? options.family : null;
        const usable = addresses.filter((address) => family === null || address.family === family);
        const [first] = usable;
        if (first === undefined) return callback(new Error(`${hostname} has no address`), '');
        // A name with one private address among public ones is refused as well, because the socket may choose any
        // address.
        if (!allowPrivate && !usable.every(({ address }) => isPublicAddress(address))) {
          return callback(new AddressRefused(refused), '');
        }
        if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/**
 * Concurrent look-ups of one name share a query. Look-ups run on the few threads of the process, and a name whose
 * server does not respond must not occupy all of them.
 */
function sharing(ask: Resolve): (hostname: string, callback: Resolved) => void {
  const waiting = new Map<string, Resolved[]>();
  return (hostname, callback) => {
    const others = waiting.get(hostname);
    if (others !== undefined) {
      others.push(callback);
      return;
    }
    const all = [callback];
    waiting.set(hostname, all);
    ask(hostname, { all: true, verbatim: true }, (error, addresses) => {
      waiting.delete(hostname);
      for (const each of all) each(error, addresses);
    });
  };
}

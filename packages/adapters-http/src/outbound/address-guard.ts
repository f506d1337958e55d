import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Every address of a host name, as `dns.lookup` gives them. */
export type Resolve = (hostname: string, options: { all: true; verbatim: true }, callback: Resolved) => void;

export interface AddressGuard {
  /** Why a URL is refused before anything is resolved; null when it is not. */
  refusal(url: URL, httpsOnly: boolean): string | null;
  /** Resolves and checks: what it hands to the socket has been checked, so a second answer of the DNS changes nothing. */
  readonly lookup: LookupFunction;
}

export interface AddressGuardOptions {
  /** Loopback, private and all other addresses that are not of the public Internet may be connected to. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
}

/** The unicast space of IPv6 that is given out; all the rest (mapped, translated, local, multicast) lies outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');
/** In it, yet leading to an address of IPv4 (6to4, Teredo) or nowhere (documentation, RFC 9637). */
const NOT_GLOBAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map((range) => ipaddr.parseCIDR(range));

/** True for an address of the public Internet; false for all others and for what is no address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  return address.match(GLOBAL_UNICAST) && !NOT_GLOBAL.some((range) => address.match(range));
}

const REFUSED = 'the address of the host is not public';

export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

export function createAddressGuard({ allowPrivate, resolve = lookup }: AddressGuardOptions): AddressGuard {
  const resolveOnce = sharing(resolve);
  return {
    refusal(url, httpsOnly) {
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'the URL is neither https nor http';
      if (httpsOnly && url.protocol !== 'https:') return 'the URL is not https';
      if (url.username !== '' || url.password !== '') return 'the URL holds credentials';
      // A socket does not look up an address, so one that stands in the URL is checked here. The parser has made
      // octal, hexadecimal and shortened forms plain.
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      return ipaddr.isValid(host) && !allowPrivate && !isPublicAddress(host) ? REFUSED : null;
    },

    lookup(hostname, options, callback) {
      resolveOnce(hostname, (error, addresses) => {
        if (error !== null) return callback(error, '');
        const family = options.family === 4 || options.family === 6 ? options.family : null;
        const usable = addresses.filter((address) => family === null || address.family === family);
        const [first] = usable;
        if (first === undefined) return callback(new Error(`${hostname} has no address`), '');
        // One private address among public ones is refused as well: which one the socket takes is not ours to say.
        if (!allowPrivate && !usable.every(({ address }) => isPublicAddress(address))) {
          return callback(new AddressRefused(REFUSED), '');
        }
        if (options.all === true) callback(null, usable);
        else callback(null, first.address, first.family);
      });
    },
  };
}

/**
 * Asks once for all who ask for a name at the same time: look-ups run on the few threads of the process, and a name
 * whose server is silent must not take them all.
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

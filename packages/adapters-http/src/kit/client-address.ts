import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The IP address of a request's client, determined behind trusted proxies; empty once the connection is closed. */
export type ClientAddress = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

/** Parses addresses and networks (`10.0.0.0/8`, `fd00::/8`). Throws a RangeError that names the first invalid entry. */
export function networks(list: readonly string[]): BlockList {
  const block = new BlockList();
  for (const entry of list) {
    const [address = '', length, ...rest] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    const longest = family === 'ipv4' ? 32 : 128;
    const isNetwork = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= longest);
    if (isIP(address) === 0 || !isNetwork || rest.length > 0)
      throw new RangeError(`${entry} is not an IP address or a network in CIDR notation`);
    if (length === undefined) block.addAddress(address, family);
    else block.addSubnet(address, Number(length), family);
  }
  return block;
}

/**
 * Each proxy appends the address of its own client to `X-Forwarded-For`. The client is therefore the last address in
 * the header that is not a trusted proxy. Earlier addresses can be forged, and so can the whole header of a request
 * that came through no trusted proxy.
 */
export function createClientAddress(trusted: readonly string[] = []): ClientAddress {
  const proxies = networks(trusted);
  const isProxy = (address: string): boolean => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return ({ headers, socket }) => {
    let address = plain(socket.remoteAddress ?? '');
    if (trusted.length === 0 || address === '' || !isProxy(address)) return address;
    const header = headers['x-forwarded-for'];
    const named = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').reverse();
    for (const name of named) {
      const before = plain(name.trim());
      // The entry is not an address, so the entries before it cannot be trusted either.
      if (isIP(before) === 0) return address;
      address = before;
      if (!isProxy(address)) return address;
    }
    return address;
  };
}

/** The address without port, brackets and zone; an IPv4-mapped IPv6 address is written as IPv4. */
function plain(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
  const withoutZone = bare.replace(/%.*$/, '');
  return /^::ffff:([\d.]+)$/i.exec(withoutZone)?.[1] ?? withoutZone;
}

/** Parts of an IPv6 address that name a network: its subscriber chooses the rest freely. */
const NETWORK_PARTS = 4;

/** The address, or the network of an IPv6 address, by which attempts are counted. */
export function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, NETWORK_PARTS).join(':') : address;
}

import { isUmaAddress } from '../customers/index.js';

export interface UmaAddress {
  /** In lower case. */
  readonly address: string;
  /** The address with its dollar sign. */
  readonly username: string;
  /** Domain of the institution, with its port if that is not the default. */
  readonly domain: string;
}

/** The parts of a UMA address; null if the text is not one. */
export function parseUmaAddress(text: string): UmaAddress | null {
  if (!isUmaAddress(text)) return null;
  const address = text.toLowerCase();
  const at = address.indexOf('@');
  return { address, username: address.slice(0, at), domain: address.slice(at + 1) };
}

/** Institutions under these names use plain http: they are on this machine or in its network. */
export function isLocalDomain(domain: string): boolean {
  const host = domain.replace(/:\d+$/, '');
  return host === 'localhost' || host === '127.0.0.1' || /\.(local|internal)$/.test(host);
}

export const originOf = (domain: string): string => `${isLocalDomain(domain) ? 'http' : 'https'}://${domain}`;

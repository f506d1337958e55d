import { type Random, rules } from '../kernel/index.js';

const USERNAME = /^\$[a-z0-9._+-]{1,64}$/;

/** `$name@domain`, with a port if the domain has one. Case-insensitive: addresses are stored in lower case. */
export function isUmaAddress(text: string): boolean {
  const at = text.indexOf('@');
  return USERNAME.test(text.slice(0, at).toLowerCase()) && rules.isAuthority(text.slice(at + 1));
}

/** The stored form of a party of a payment: a UMA address in lower case, the id of an account unchanged. */
export const partyKey = (party: string): string => (isUmaAddress(party) ? party.toLowerCase() : party);

const SLUG_LENGTH = 40;
const SUFFIX_LENGTH = 8;
const SUFFIX_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz0';

/**
 * Generates an address from a name: `$ada-lovelace-7hq4k9xm@pay.example`. The eight random characters (40 bits) make a
 * collision so unlikely that the address is taken without a look-up, even between platforms that share the host's
 * domain.
 */
export function makeUmaAddress(name: string | null, domain: string, random: Random): string {
  const bytes = random.bytes(SUFFIX_LENGTH);
  const suffix = Array.from(bytes, (byte) => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length]!).join('');
  return `$${[slug(name ?? ''), suffix].filter((part) => part !== '').join('-')}@${domain}`;
}

const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-|-$/g, '');

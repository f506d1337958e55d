/**
 * One notation for each value that people write in several ways. A value is brought into its notation before it is checked,
 * stored and compared: docs/areas/accounts.md#notations.
 */

/** What people paste with a number and what says nothing in it: spaces, format characters, tabs and dashes of Unicode. */
const GROUPING = /[\p{White_Space}\p{Cf}\p{Pd}\u2043\u2212]/gu;
const SPACES = /[\p{White_Space}\p{Cf}]/gu;

/** A number without the marks between its groups. */
export const ungrouped = (text: string): string => text.replace(GROUPING, '');

/** Other letters than ASCII stay as they are, so that no other text becomes a valid one. */
const capitals = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** `IBAN` in front is cut: no IBAN begins with it, because digits follow the two letters of the country. */
export const ibanNotation = (text: string): string => capitals(ungrouped(text)).replace(/^IBAN:?/, '');

/** The branch `XXX` is the head office, as in a BIC without a branch. */
export const bicNotation = (text: string): string => capitals(ungrouped(text)).replace(/^(.{8})XXX$/, '$1');

/** A code of an authority, such as a tax number, without its punctuation and in capital letters. */
export const codeNotation = (text: string): string => capitals(ungrouped(text)).replace(/[./]/g, '');

/**
 * Parentheses around an area code are removed. Those around a zero stay, so that the number is refused: in most countries
 * the zero is not dialled after the country code, in some it is.
 */
export function phoneNotation(text: string): string {
  const plain = ungrouped(text)
    .replace(/^tel:/i, '')
    .replace(/^\uff0b/, '+')
    .replace(/[./]/g, '');
  return plain.includes('(0') ? plain : plain.replace(/[()]/g, '');
}

/** A name, such as that of a bank, with single blanks between its words. */
export const nameNotation = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();

/**
 * An address on a chain, or in the form of an email address: its case stays. A space within the latter stays, so that the
 * value is refused: it can stand for a full stop, and without it the address can be that of another person.
 */
export const addressNotation = (text: string): string =>
  text.includes('@') ? text.replace(/\p{Cf}/gu, '').trim() : text.replace(SPACES, '');

export const emailNotation = (text: string): string => small(addressNotation(text));

/**
 * An invoice, an offer or an address of Lightning without the scheme of a link, and without the signs with which offers are
 * continued in a next line. Text of one case is in small letters; mixed case stays, because bech32 forbids it.
 */
export function lightningNotation(text: string): string {
  const plain = addressNotation(text)
    .replace(/^lightning:(?:\/\/)?/i, '')
    .replace(/^(lno1[^@]*)$/i, (offer) => offer.replaceAll('+', ''));
  return plain.includes('@') || plain === capitals(plain) ? small(plain) : plain;
}

const UUID_DIGITS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** A UUID in small letters with its hyphens. A text without 32 hexadecimal digits has only its spaces removed. */
export function uuidNotation(text: string): string {
  const digits = small(ungrouped(text));
  return UUID_DIGITS.test(digits) ? digits.replace(UUID_DIGITS, '$1-$2-$3-$4-$5') : addressNotation(text);
}

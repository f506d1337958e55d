import { ID_TYPES, type IdType } from '../kernel/index.js';
import { amountsIn, bareNumberIn, type SoughtAmount } from './amounts.js';
import { compact } from './terms.js';
import { fold, isUnspaced, soughtWords } from './words.js';

/** A range of ids without their type. */
export interface SoughtIds {
  /** Null: of every type. */
  readonly type: IdType | null;
  readonly from: string;
  readonly to: string;
}

/** An amount, or a number that is one in any currency. */
export interface SoughtSum {
  readonly amounts: readonly SoughtAmount[];
  /** A number without a currency; null if a currency was given. */
  readonly bare: string | null;
}

/** A sum with words of a name beside it, as in `Villaseñor 62,617.51 MXN`. */
export interface NamedSum extends SoughtSum {
  /** The longest first; at least one. */
  readonly words: readonly string[];
}

/** What a text can mean. It is searched for all of it at once. */
export interface Asked {
  /** The text without the space around it. */
  readonly text: string;
  readonly ids: SoughtIds | null;
  readonly amounts: readonly SoughtAmount[];
  /** A number that can be an amount in any currency, such as `1,766.23`. */
  readonly bare: string | null;
  /** A sum of a payment and words of the name of one of its parties. */
  readonly named: NamedSum | null;
  /** References as they can be written: as given, and in capitals without spaces. */
  readonly references: readonly string[];
  /** An email or its beginning, folded. */
  readonly email: string | null;
  /** A UMA address in lower case. */
  readonly umaAddress: string | null;
  /** The end of a number, or a whole one, of at least `SHORTEST_NUMBER` characters. */
  readonly number: string | null;
  /** Words of a name, the longest first, because it leaves the fewest records. Empty if none is long enough. */
  readonly words: readonly string[];
}

export const LONGEST_TEXT = 200;
const SHORTEST_NUMBER = 4;
const SHORTEST_WORD = 2;
const ID = /^(?:([A-Za-z]+):)?([0-9a-f]{8}[0-9a-f-]{0,28})$/;
const HEX_DIGITS = 32;
/** A number of a phone or account, perhaps behind dots or stars that stand for its beginning. */
const NUMBER = /^[.…*•xX]*\s*\+?[\d\s().\-/]+$/;
/** An IBAN, an address of a wallet, or another long number with letters. */
const LONG_NUMBER = /^(?=.*\d)[\p{L}\p{N}\s-]{12,}$/u;

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

function idsIn(text: string): SoughtIds | null {
  const found = ID.exec(text);
  const hex = found?.[2]!.replaceAll('-', '') ?? '';
  if (found === null || hex.length > HEX_DIGITS || hex.length < 8) return null;
  const type = found[1] === undefined ? null : ID_TYPES.find((each) => each === found[1]);
  if (type === undefined) return null;
  return { type, from: dashed(hex.padEnd(HEX_DIGITS, '0')), to: dashed(hex.padEnd(HEX_DIGITS, 'f')) };
}

function numberIn(text: string): string | null {
  const isNumber = NUMBER.test(text) || LONG_NUMBER.test(text);
  const number = isNumber ? compact(NUMBER.test(text) ? text.replace(/^[.…*•xX]+/, '') : text) : '';
  // National numbers begin with zeros that the international form does not have.
  const significant = NUMBER.test(text) && number.length > SHORTEST_NUMBER ? number.replace(/^0+/, '') : number;
  return significant.length < SHORTEST_NUMBER ? null : significant;
}

function wordsIn(text: string): readonly string[] {
  const words = soughtWords(text);
  const isEnough = words.some((word) => [...word].length >= SHORTEST_WORD || isUnspaced(word));
  return isEnough ? words.toSorted((a, b) => b.length - a.length) : [];
}

/** A sum before or after words of a name; null if the text is not both. */
function namedSumIn(text: string): NamedSum | null {
  const parts = text.split(/\s+/);
  for (let at = 1; at < parts.length; at += 1) {
    const [first, last] = [parts.slice(0, at).join(' '), parts.slice(at).join(' ')];
    for (const [name, sum] of [
      [first, last],
      [last, first],
    ] as const) {
      const amounts = amountsIn(sum);
      // Digits alone can be the end of an account too: the words of the whole text are searched beside the sum.
      const bare = bareNumberIn(sum);
      const words = /\p{L}/u.test(name) && (amounts.length > 0 || bare !== null) ? wordsIn(name) : [];
      if (words.length > 0 && !isCurrencyOf(name, sum)) return { amounts, bare, words };
    }
  }
  return null;
}

/** Whether both parts together are one amount, as in `USD 1 766,23` and `1 766,23 USD`. */
const isCurrencyOf = (name: string, sum: string): boolean => amountsIn(`${sum} ${name}`).length > 0;

/** Everything that a text of at most `LONGEST_TEXT` characters can mean; null for a text without any letter or digit. */
export function askedBy(given: string): Asked | null {
  const text = given.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  const ids = idsIn(text);
  const amounts = amountsIn(text);
  const references = [...new Set([text, text.replaceAll(/\s/g, '').toUpperCase()])];
  const isUma = text.startsWith('$') && text.includes('@');
  const isEmail = !isUma && text.includes('@');
  const isTypedId = ids !== null && ids.type !== null;
  return {
    text,
    ids,
    amounts,
    bare: bareNumberIn(text),
    named: isTypedId || amounts.length > 0 ? null : namedSumIn(text),
    references,
    email: isEmail ? fold(text) : null,
    umaAddress: isUma ? text.toLowerCase() : null,
    number: isTypedId ? null : numberIn(text),
    words: isTypedId || isEmail || isUma || amounts.length > 0 ? [] : wordsIn(text),
  };
}

/**
 * Whether the answer names persons whom the text does not identify: it is searched among names, emails, phone numbers or
 * accounts, or is the beginning of ids. A whole id opens one record, as a link to its page does.
 */
export const asksForPersons = ({ words, email, umaAddress, number, ids }: Asked): boolean =>
  words.length > 0 || email !== null || umaAddress !== null || number !== null || (ids !== null && ids.from !== ids.to);

const SHOWN_DIGITS = 2;

/** What was asked, for the log: the beginning of an id of a type as it is, because it says nothing of a person. */
export const loggedText = ({ text, ids }: Asked): string =>
  ids === null || ids.type === null ? maskedText(text) : text;

/** A text without its words and numbers: of words the first letter, of numbers the last two digits. */
export function maskedText(text: string): string {
  const digits = [...text].filter((letter) => /\p{N}/u.test(letter)).length;
  let left = digits;
  return text.trim().replaceAll(/[\p{L}\p{M}]+|\p{N}/gu, (part) => {
    if (!/\p{N}/u.test(part)) return [...part].length === 1 ? '•' : `${[...part][0]!}…`;
    left -= 1;
    return left < SHOWN_DIGITS && digits > SHOWN_DIGITS ? part : '•';
  });
}

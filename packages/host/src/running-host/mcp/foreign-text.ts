/** At most so many characters of a text are shown. */
const SHOWN_LENGTH = 300;
/** More is not even examined. */
const READ_LENGTH = 10_000;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const DATE = String.raw`(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`${DATE}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)?`;
/** Ids and times of the service, which are not numbers of accounts. */
const OWN = new RegExp(String.raw`(?<![\p{L}\p{N}])((?:[A-Z][A-Za-z]{1,40}:)?${UUID}|${TIME})(?![\p{L}\p{N}])`, 'u');

/** An IBAN in groups or without, also with groups of letters only. */
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){8,30}(?![\p{L}\p{N}])/gu;
/** Six digits or more, also in groups. Colons stay out, because times have them. */
const DIGITS = /\p{Nd}(?:[\s.,/_\p{Pd}\p{M}()*+·•−]{0,3}\p{Nd}){5,}/gu;
/** Addresses of chains, hashes, invoices, secrets: long, without a blank, and with a digit. */
const TOKEN = /(?<![\p{L}\p{N}])(?=[\p{L}]*\p{Nd})[\p{L}\p{Nd}]{12,}/gu;

/** In the place of a value that is not shown. */
export const MASKED = '…';

/** The last four letters or digits, if the others are as many: else they would give the text away. */
export function lastFour(text: string): string {
  const signs = [...printable(text).replaceAll(/[^\p{L}\p{N}]/gu, '')];
  return signs.length < 8 ? MASKED : `${MASKED}${signs.slice(-4).join('')}`;
}

/** On one line, without characters that control a terminal or hide text. */
function printable(text: string): string {
  return text
    .slice(0, READ_LENGTH)
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

const withoutNumbers = (text: string): string =>
  text
    .split(OWN)
    // The odd parts are the ids and times.
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(IBAN, lastFour).replaceAll(TOKEN, lastFour).replaceAll(DIGITS, lastFour),
    )
    .join('');

/**
 * A text that others have written, as it may be shown: printable, short, on one line, and without numbers that could be
 * those of accounts. Its words stay; a reader must treat them as data.
 */
export function foreignText(value: string): string {
  const text = withoutNumbers(printable(value));
  const characters = [...text];
  return characters.length <= SHOWN_LENGTH ? text : `${characters.slice(0, SHOWN_LENGTH).join('')}…`;
}

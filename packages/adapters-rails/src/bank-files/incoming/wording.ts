import type { TransactionCode } from '../../iso20022/messages.js';
import type { Movement } from './movement.js';
import { typeOf } from './transaction-codes.js';

/** What reports word in their own ways: payer or payee, text, and transaction code. */
export type Wording = Pick<Movement, 'counterparty' | 'texts' | 'codes'>;

/** Letters and digits in capitals: banks change case, spaces, accents and punctuation from one message to the next. */
const condensed = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The remittance in the form in which reports are compared. */
export const condensedText = (texts: readonly string[]): string => condensed(texts.join(''));

/** Whether one of the two contains the other, as banks cut texts and add to them. */
const isPartOf = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/**
 * Whether two reports contradict each other about payer, text or transaction code. Only what both have is compared: an
 * IBAN before a name, because banks write names in several ways.
 */
export function disagree(one: Wording, other: Wording): boolean {
  return payers(one, other) === 'differ' || words(one, other) === 'differ' || codesDiffer(one.codes, other.codes);
}

/** Whether the two have the payer or the text in common. */
export const haveWordsInCommon = (one: Wording, other: Wording): boolean =>
  payers(one, other) === 'agree' || words(one, other) === 'agree';

/** `unknown`: one of the two says nothing. */
type Compared = 'agree' | 'differ' | 'unknown';

function payers({ counterparty: one }: Wording, { counterparty: other }: Wording): Compared {
  if (one.account !== null && other.account !== null) return one.account === other.account ? 'agree' : 'differ';
  const [some, others] = [wordsOf(one.name), wordsOf(other.name)];
  if (some.length === 0 || others.length === 0) return 'unknown';
  const [fewer, more] = some.length < others.length ? [some, others] : [others, some];
  const isNamed = fewer.every((word) => more.some((each) => isPartOf(each, word)));
  return isNamed || isPartOf(some.join(''), others.join('')) ? 'agree' : 'differ';
}

/** `Müller` is `Mueller` in some messages. */
const wordsOf = (name: string | null): readonly string[] =>
  (name ?? '')
    .split(/[\s,;.]+/)
    .map((word) => condensed(word).replace(/([AOU])E/g, '$1'))
    .filter((word) => word !== '');

function words({ texts: one }: Wording, { texts: other }: Wording): Compared {
  const [some, others] = [condensedText(one), condensedText(other)];
  if (some === '' || others === '') return 'unknown';
  const areParts = (parts: readonly string[], whole: string): boolean =>
    parts.every((part) => whole.includes(condensed(part)));
  return isPartOf(some, others) || areParts(one, others) || areParts(other, some) ? 'agree' : 'differ';
}

/** The code of an entry and that of its detail may differ, so one common code is enough. */
function codesDiffer(some: readonly TransactionCode[], others: readonly TransactionCode[]): boolean {
  const types = [typeOf(some), typeOf(others)];
  return (
    !types.includes('unknown') &&
    types[0] !== types[1] &&
    !some.some((one) => others.some((other) => isSameCode(one, other)))
  );
}

const isSameCode = (one: TransactionCode, other: TransactionCode): boolean =>
  typeOf([one]) !== 'unknown' && typeOf([one]) === typeOf([other]);

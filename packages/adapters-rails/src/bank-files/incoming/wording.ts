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
const isPartOf = (left: string, right: string): boolean => left.includes(right) || right.includes(left);

/**
 * Whether two reports contradict each other about payer, text or transaction code. Only what both have is compared: an
 * IBAN before a name, because banks write names in several ways.
 */
export function disagree(left: Wording, right: Wording): boolean {
  return payers(left, right) === 'differ' || words(left, right) === 'differ' || codesDiffer(left.codes, right.codes);
}

/** Whether the two have the payer or the text in common. */
export const haveWordsInCommon = (left: Wording, right: Wording): boolean =>
  payers(left, right) === 'agree' || words(left, right) === 'agree';

/** `unknown`: one of the two says nothing. */
type Compared = 'agree' | 'differ' | 'unknown';

function payers({ counterparty: left }: Wording, { counterparty: right }: Wording): Compared {
  if (left.account !== null && right.account !== null) return left.account === right.account ? 'agree' : 'differ';
  const [leftWords, rightWords] = [wordsOf(left.name), wordsOf(right.name)];
  if (leftWords.length === 0 || rightWords.length === 0) return 'unknown';
  const [fewer, more] = leftWords.length < rightWords.length ? [leftWords, rightWords] : [rightWords, leftWords];
  const isNamed = fewer.every((word) => more.some((each) => isPartOf(each, word)));
  return isNamed || isPartOf(leftWords.join(''), rightWords.join('')) ? 'agree' : 'differ';
}

/** `Müller` is `Mueller` in some messages. */
const wordsOf = (name: string | null): readonly string[] =>
  (name ?? '')
    .split(/[\s,;.]+/)
    .map((word) => condensed(word).replace(/([AOU])E/g, '$1'))
    .filter((word) => word !== '');

function words({ texts: left }: Wording, { texts: right }: Wording): Compared {
  const [leftWords, rightWords] = [condensedText(left), condensedText(right)];
  if (leftWords === '' || rightWords === '') return 'unknown';
  const areParts = (parts: readonly string[], whole: string): boolean =>
    parts.every((part) => whole.includes(condensed(part)));
  return isPartOf(leftWords, rightWords) || areParts(left, rightWords) || areParts(right, leftWords)
    ? 'agree'
    : 'differ';
}

/** The code of an entry and that of its detail may differ, so one common code is enough. */
function codesDiffer(left: readonly TransactionCode[], right: readonly TransactionCode[]): boolean {
  const types = [typeOf(left), typeOf(right)];
  return (
    !types.includes('unknown') &&
    types[0] !== types[1] &&
    !left.some((code) => right.some((otherCode) => isSameCode(code, otherCode)))
  );
}

const isSameCode = (left: TransactionCode, right: TransactionCode): boolean =>
  typeOf([left]) !== 'unknown' && typeOf([left]) === typeOf([right]);

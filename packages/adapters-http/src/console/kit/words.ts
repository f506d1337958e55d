import { isLedgerCurrency } from '@corridor/core';

/** Words of codes that are abbreviations, written in capital letters. */
const CAPITALS =
  'ach api b2b bic btc cbu cips clabe ein eur evm gbp iban itin kyb kyc l1 llc neft otp p2p pab pdf pix rtgs rtp sca sepa sms spei ssn swift totp ubo uma upi url usd usdb usdc usdt utc'.split(
    ' ',
  );

/** Words of codes that are not written like other words. */
const OWN_CASE: ReadonlyMap<string, string> = new Map([
  ...CAPITALS.map((word) => [word, word.toUpperCase()] as const),
  ['bolt11', 'BOLT11'],
  ['bolt12', 'BOLT12'],
  ['colombia', 'Colombia'],
  ['ethereum', 'Ethereum'],
  ['fednow', 'FedNow'],
  ['instapay', 'InstaPay'],
  ['mastercard', 'Mastercard'],
  ['oauth', 'OAuth'],
  ['paynow', 'PayNow'],
  ['pesonet', 'PESONet'],
  ['plasma', 'Plasma'],
  ['polygon', 'Polygon'],
  ['solana', 'Solana'],
  ['spark', 'Spark'],
  ['tron', 'Tron'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
]);

/** The code of a currency, such as in `COP_ACCOUNT`; elsewhere such a word may be one of the language, such as `ALL`. */
const isCurrency = (word: string, next: string | undefined): boolean =>
  next === 'account' && isLedgerCurrency(word.toUpperCase());

/** A code of the program in words: `PENDING_MANUAL_REVIEW` is `Pending manual review`. */
export function wordsOf(code: string): string {
  const words = code
    .toLowerCase()
    .split(/[_\s]+/)
    .map((word, at, all) => (isCurrency(word, all[at + 1]) ? word.toUpperCase() : (OWN_CASE.get(word) ?? word)))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The type of an event in words: `OUTGOING_PAYMENT.FAILED` is `Outgoing payment: failed`. */
export const eventInWords = (type: string): string => wordsOf(type.replace('.', ': '));

/** Choices of codes, in words. */
export const choicesOf = <const T extends string>(codes: readonly T[]): readonly (readonly [T, string])[] =>
  codes.map((code) => [code, wordsOf(code)]);

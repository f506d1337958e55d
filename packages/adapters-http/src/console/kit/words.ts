import { isLedgerCurrency } from '@corridor/core';

/** Words of codes that are abbreviations, written in capital letters. */
const CAPITALS =
  'aba ach api atm b2b bic btc cbu cips clabe cnpj cpf ein eur evm fi fps gbp iban ifsc imps itin kyb kyc l1 llc neft nit otp p2p pab pdf pix qr rtgs rtp sca sepa slv sms spei ssn svc swift totp ubo uma upi url us usd usdb usdc usdt utc vasp vpa'.split(
    ' ',
  );

/** Words of codes that are not written like other words. */
const OWN_CASE: ReadonlyMap<string, string> = new Map([
  ...CAPITALS.map((word) => [word, word.toUpperCase()] as const),
  ['bitcoin', 'Bitcoin'],
  ['bolt11', 'BOLT11'],
  ['bolt12', 'BOLT12'],
  ['colombia', 'Colombia'],
  ['ethereum', 'Ethereum'],
  ['fast', 'FAST'],
  ['fednow', 'FedNow'],
  ['gcash', 'GCash'],
  ['instapay', 'InstaPay'],
  ['lnurlp', 'LNURLp'],
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

/** Names of several words that are written as one. */
const BRE_B = /\bbre b\b/g;

/** The code of a currency, such as in `COP_ACCOUNT`; elsewhere such a word may be one of the language, such as `ALL`. */
const isCurrency = (word: string, next: string | undefined): boolean =>
  next === 'account' && isLedgerCurrency(word.toUpperCase());

/** Codes whose own words do not say what they mean: reasons of payments that failed. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['QUOTE_EXECUTION_FAILED', 'The payment could not be carried out'],
  ['FUNDING_AMOUNT_MISMATCH', 'Another amount arrived than the quote asked for'],
  ['PAYMENT_APPROVAL_WEBHOOK_ERROR', 'The platform could not be asked for its approval'],
  ['PAYMENT_APPROVAL_TIMED_OUT', 'The platform did not approve in time'],
  ['MISSING_MANDATORY_PAYEE_DATA', 'Data about the payee were missing'],
  ['USER_CANCELLATION', 'Cancellation'],
  ['CARD_EXCEPTION', 'The debit of the card failed'],
]);

/** A code of the program in words: `PENDING_MANUAL_REVIEW` is `Pending manual review`. */
export function wordsOf(code: string): string {
  const meaning = MEANINGS.get(code);
  if (meaning !== undefined) return meaning;
  const words = code
    .toLowerCase()
    .split(/[_\s]+/)
    .map((word, at, all) => (isCurrency(word, all[at + 1]) ? word.toUpperCase() : (OWN_CASE.get(word) ?? word)))
    .join(' ')
    .replace(BRE_B, 'Bre-B');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A noun beside its count: `account` beside 1, and otherwise `accounts`. */
export const nounOf = (count: number, noun: string, plural = `${noun}s`): string => (count === 1 ? noun : plural);

/** A count with its noun: `1 account`, `2 accounts`. */
export const countText = (count: number, noun: string, plural?: string): string =>
  `${count} ${nounOf(count, noun, plural)}`;

const CODE = /\b([A-Z][A-Z0-9]{3,}(?:_[A-Z0-9]+)*|[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)\b/;

type PartOfText = string | { readonly words: string; readonly code: string };

/** The parts of a text, of which each code of the program is in words and beside them as it is. */
export const textWithCodes = (text: string): readonly PartOfText[] =>
  text.split(CODE).flatMap<PartOfText>((part, at) => {
    if (at % 2 === 0) return part === '' ? [] : [part];
    const words = wordsOf(part);
    if (words === part) return [part];
    // Within a sentence a word begins small, unless it is an abbreviation.
    const isFirst = text.startsWith(part);
    return [
      {
        words: isFirst || /^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1),
        code: part,
      },
    ];
  });

/** A text for the console, which names a choice in words alone: without the code that a command takes, in brackets after it. */
export const withoutCodes = (text: string): string => text.replaceAll(/ \([A-Z][A-Z0-9_]{3,}\)/g, '');

/** The type of an event in words: `OUTGOING_PAYMENT.FAILED` is `Outgoing payment: failed`. */
export const eventInWords = (type: string): string => wordsOf(type.replace('.', ': '));

/** Choices of codes, in words. */
export const choicesOf = <const T extends string>(codes: readonly T[]): readonly (readonly [T, string])[] =>
  codes.map((code) => [code, wordsOf(code)]);

/** What a cancellation tells the platform; a silent block must not be seen by it. */
export const SEEN_AS_CANCELLED =
  'The platform then sees that the payment was cancelled (USER_CANCELLATION), also if it must not know of a block.';

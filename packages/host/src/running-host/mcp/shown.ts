import { currency } from '@corridor/core';
import { ACCOUNT_TYPES, amountText as printed } from '@corridor/core/internal';
import { foreignText, lastFour, MASKED } from './foreign-text.js';

/** What a caller may see: the body of a response without account numbers, and with amounts in words. */
export interface View {
  readonly [name: string]: unknown;
}

/**
 * The fields whose values are shown. It is a list of what is allowed, so that a field of a later version is masked until
 * it is entered here. The texts among them are shown as foreign text.
 */
const SHOWN: ReadonlySet<string> = new Set([
  // Ids and references between records
  ...['id', 'agentId', 'customerId', 'platformCustomerId', 'accountId', 'sourceAccountId', 'destinationAccountId'],
  ...['quoteId', 'transactionId', 'allowedAccountIds', 'resource', 'requestId', 'lookupId', 'umaAddress'],
  // Kinds and states
  ...['type', 'status', 'direction', 'pendingReason', 'failureReason', 'reason', 'rejectionReason', 'outcome'],
  ...['accountType', 'sourceType', 'destinationType', 'beneficiaryType', 'customerType', 'ownershipType'],
  ...['beneficiaryVerificationStatus', 'kycStatus', 'kybStatus', 'paymentRail', 'paymentRails', 'network'],
  ...['cryptoNetwork', 'assetType', 'permissions', 'defaultExecutionMode', 'executionMode', 'bankCountry'],
  // Times
  ...['createdAt', 'updatedAt', 'expiresAt', 'settledAt', 'initiatedAt', 'expectedSettlementAt', 'now', 'timestamp'],
  ...['dailyResetDate', 'monthlyResetMonth', 'deliveredAt', 'nextAttemptAt'],
  // Amounts, rates and counts
  ...[
    'amount',
    'code',
    'decimals',
    'symbol',
    'currency',
    'currencyCode',
    'totalSendingAmount',
    'totalReceivingAmount',
    'min',
    'max',
  ],
  ...[
    'feesIncluded',
    'platformFeesIncluded',
    'fees',
    'platformFees',
    'exchangeRate',
    'sendingAmount',
    'fixed',
    'total',
  ],
  ...[
    'minSendingAmount',
    'maxSendingAmount',
    'receivingAmount',
    'estimatedExchangeRate',
    'perTransactionLimit',
    'dailyLimit',
    'monthlyLimit',
  ],
  ...['dailyTransactionLimit', 'dailySpend', 'dailyTransactionCount', 'monthlySpend', 'aheadSeconds', 'attempts'],
  ...['totalCount', 'settlementTimelineSeconds'],
  // Texts that people have written
  ...[
    'name',
    'fullName',
    'legalName',
    'accountHolderName',
    'bankName',
    'platformAccountId',
    'description',
    'remittanceInformation',
    'message',
    'lastError',
  ],
  // Fields of requests, by name
  ...['field', 'fields', 'required', 'form', 'currencies', 'country', 'region'],
]);

/** The fields with the number of an account, the address of a wallet or the like, whose last four characters are shown. */
export const ACCOUNT_NUMBERS: ReadonlySet<string> = new Set(
  ACCOUNT_TYPES.flatMap(({ identifiedBy }) => identifiedBy.map(([primary]) => primary)),
);

/** Each amount with the path to its currency, which is an object or a code. */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  amount: 'currency',
  min: 'currency',
  max: 'currency',
  fees: 'sentAmount.currency',
  platformFees: 'sentAmount.currency',
  totalSendingAmount: 'sendingCurrency',
  totalReceivingAmount: 'receivingCurrency',
  feesIncluded: 'sendingCurrency',
  platformFeesIncluded: 'sendingCurrency',
  sendingAmount: 'sourceCurrency',
  minSendingAmount: 'sourceCurrency',
  maxSendingAmount: 'sourceCurrency',
  receivingAmount: 'destinationCurrency',
  perTransactionLimit: 'currency',
  dailyLimit: 'currency',
  monthlyLimit: 'currency',
  dailySpend: 'currency',
  monthlySpend: 'currency',
};

/** References that the service itself makes for payers. They cannot be mistaken for account numbers. */
const REFERENCE = /^[34679ACDEFGHJKMNPQRTUVWX]{12}$/;
/** Cursors are opaque, and sent back as they are. */
const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;
const CURSOR = /^[\w.~=-]{1,500}$/;
const NAME = /^[A-Za-z]{1,60}[0-9]{0,2}$/;
const DEEPEST = 20;
const LONGEST_LIST = 200;

/** The body of a response as it may be shown. Everything that `SHOWN` does not name is masked. */
export const shown = (body: unknown): unknown => show('', body, 0);

function show(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (depth > DEEPEST) return MASKED;
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((element) => show(name, element, depth + 1));
  if (typeof value === 'object') return fields(value as View, depth);
  if (typeof value === 'number') return SHOWN.has(name) ? value : MASKED;
  if (typeof value !== 'string') return undefined;
  if (name === 'reference' && REFERENCE.test(value)) return value;
  if (name === 'nextCursor' && CURSOR.test(value)) return value;
  if (name === 'monthlyResetMonth' && MONTH.test(value)) return value;
  if (ACCOUNT_NUMBERS.has(name)) return lastFour(value);
  return SHOWN.has(name) ? foreignText(value) : MASKED;
}

function fields(object: View, depth: number): View {
  const all: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    // A counterparty can choose the names of some fields.
    if (!NAME.test(name)) continue;
    all.push([name, show(name, value, depth + 1)]);
    const words = typeof value === 'number' ? wordsOf(name, value, object) : null;
    if (words !== null) all.push([`${name}Text`, words]);
  }
  return Object.fromEntries(all);
}

function wordsOf(name: string, amount: number, object: View): string | null {
  if (!Object.hasOwn(CURRENCY_OF, name)) return null;
  const path = CURRENCY_OF[name]!;
  const code = at(object, `${path}.code`) || at(object, path);
  return code === '' ? null : amountText(amount, code);
}

/** An amount in smallest units for people: `12.50 EUR`. Null for a currency that this version does not know. */
export function amountText(amount: number, code: string): string | null {
  return currency(code) === null || !Number.isSafeInteger(amount) ? null : printed(BigInt(amount), code);
}

/** The text at a path of a view, such as `balance.amountText`; empty if there is none. */
export function at(view: unknown, path: string): string {
  let value = view;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as View)[name];
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A text of others inside a sentence: in quotation marks, which it cannot end. */
export const quoted = (text: string): string => JSON.stringify(text);

/** The records of a page. */
export const recordsOf = (view: View): readonly View[] => (Array.isArray(view['data']) ? (view['data'] as View[]) : []);

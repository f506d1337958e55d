import { ACCOUNT_NUMBERS, at, quoted, recordsOf, type View } from './shown.js';

/* One line of text for each kind of record. They are composed from masked views, so they cannot show more. */

/** An amount in words; the number with its unit if the currency is unknown. */
const amountAt = (view: unknown, path: string): string => {
  const text = at(view, `${path}Text`);
  return text === '' ? `${at(view, path)} smallest units` : text;
};

/** A text of others in quotation marks, with what it is; empty if there is none. */
const named = (view: unknown, path: string, what = ''): string => {
  const text = at(view, path);
  return text === '' ? '' : ` ${what}${quoted(text)}`;
};

export const internalAccountLine = (view: View): string =>
  `${at(view, 'id')}: ${amountAt(view, 'balance.amount')} available, ${at(view, 'status')}`;

/** The ending of the first number that an account has. */
const endingOf = (info: unknown): string => {
  for (const name of ACCOUNT_NUMBERS) {
    const ending = at(info, name);
    if (ending !== '') return ` ${ending}`;
  }
  return '';
};

export const externalAccountLine = (view: View): string => {
  const info = view['accountInfo'];
  const holder =
    named(info, 'beneficiary.fullName') ||
    named(info, 'beneficiary.legalName') ||
    named(info, 'accountHolderName', 'of ') ||
    named(info, 'bankName', 'at ');
  return `${at(view, 'id')}: ${at(view, 'currency')} ${at(info, 'accountType')}${endingOf(info)}${holder}, ${at(view, 'status')}`;
};

export function transactionLine(view: View): string {
  const sent = at(view, 'sentAmount.amount') === '' ? '' : `sent ${amountAt(view, 'sentAmount.amount')}`;
  const received =
    at(view, 'receivedAmount.amount') === '' ? '' : `received ${amountAt(view, 'receivedAmount.amount')}`;
  const why = at(view, 'failureReason');
  return [
    `${at(view, 'id')}: ${at(view, 'type')} ${at(view, 'status')}`,
    ...[sent, received, why].filter((text) => text !== ''),
  ]
    .join(', ')
    .concat(named(view, 'description', 'description '));
}

export const quoteLine = (view: View): string =>
  `${at(view, 'id')}: send ${amountAt(view, 'totalSendingAmount')} (with ${amountAt(view, 'feesIncluded')} fees), ` +
  `receive ${amountAt(view, 'totalReceivingAmount')}, ${at(view, 'status')}, valid until ${at(view, 'expiresAt')}`;

/** What an action pays. */
function payment(view: View): string {
  if (view['quote'] !== undefined) return amountAt(view['quote'], 'totalSendingAmount');
  return view['transferDetails'] === undefined ? '' : amountAt(view['transferDetails'], 'amount');
}

const VERDICTS: Readonly<Record<string, string>> = {
  PENDING_APPROVAL: 'waits for the approval of the platform; no money has moved',
  APPROVED: 'has started',
  REJECTED: 'was rejected by the platform; no money has moved',
  FAILED: 'could not start; no money has moved',
};

export function actionLine(view: View): string {
  const status = at(view, 'status');
  const verdict = Object.hasOwn(VERDICTS, status) ? VERDICTS[status] : status;
  const transaction = view['transaction'] as View | undefined;
  return (
    `${at(view, 'id')}: the payment of ${payment(view)} ${verdict} (${status})` +
    named(view, 'rejectionReason', 'reason ') +
    (transaction === undefined ? '' : `. ${transactionLine(transaction)}`)
  );
}

export const customerLine = (view: View): string =>
  `${at(view, 'id')}: ${at(view, 'customerType')}${named(view, 'fullName')}, KYC ${at(view, 'kycStatus')}`;

export const eventLine = (view: View): string =>
  `${at(view, 'id')}: ${at(view, 'type')} of ${at(view, 'resource')}, ${at(view, 'status')}, ${at(view, 'createdAt')}`;

/** A page: how many records, a line for each, and how to read on. */
export function pageText(view: View, what: string, say: (record: View) => string): string {
  const records = recordsOf(view);
  const cursor = at(view, 'nextCursor');
  return [
    records.length === 0 ? `no ${what}` : `${what} (${records.length}):`,
    ...records.map((record) => `- ${say(record)}`),
    ...(cursor === '' ? [] : [`There are more: pass cursor ${cursor}`]),
  ].join('\n');
}

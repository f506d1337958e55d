import type { CurrencyCode } from '@corridor/core';
import type { RailLog, TellCore } from '@corridor/core/ports';
import type { StatusReport } from '../iso20022/messages.js';
import { bankTextOf } from '../iso20022/status-texts.js';
import { euros } from './euros.js';
import type { OutgoingPayment } from './payment.js';
import type { ReportedPayment } from './payment-changes.js';
import { tellCore } from './payment-store.js';

const EUR = 'EUR' as CurrencyCode;

interface Telling {
  readonly tell: TellCore;
  readonly log: RailLog;
  /** The identity of the report. */
  readonly by: string;
  readonly report: StatusReport;
}

/** Opens the exceptions `PAYOUTS_HELD` for the payments that wait because of this report: one for each kind and rail. */
export async function openExceptions(
  telling: Telling,
  reports: readonly ReportedPayment[],
  after: readonly OutgoingPayment[],
): Promise<void> {
  const reported = (event: ReportedPayment['event']): ReadonlySet<string> =>
    new Set(reports.filter((each) => each.event === event).map(({ reference }) => reference));
  const [held, asked, blocked] = [reported('hold'), reported('ask'), reported('block')];
  // A report can name a payment twice.
  const payments = [...new Map(after.map((each) => [each.reference, each])).values()];
  const isAsked = ({ question }: OutgoingPayment): boolean => question !== null && question.by === telling.by;
  await open(telling, 'held', refusal, (payment) => payment.status === 'HELD' && held.has(payment.reference), payments);
  await open(
    telling,
    'unreleased',
    release,
    (payment) => payment.status === 'UNRELEASED' && asked.has(payment.reference) && isAsked(payment),
    payments,
  );
  await open(telling, 'blocked', blockade, (payment) => blocked.has(payment.reference) && isAsked(payment), payments);
}

type Reason = (payments: readonly OutgoingPayment[], amount: string, report: StatusReport) => string;

async function open(
  { tell, log, by, report }: Telling,
  kind: string,
  reasonOf: Reason,
  isMeant: (payment: OutgoingPayment) => boolean,
  payments: readonly OutgoingPayment[],
): Promise<void> {
  const meant = payments.filter(isMeant);
  for (const rail of new Set(meant.map((payment) => payment.rail))) {
    const own = meant.filter((payment) => payment.rail === rail);
    const amount = own.reduce((sum, payment) => sum + payment.amount, 0n);
    const reason = reasonOf(own, euros(amount), report);
    await tellCore(tell, { kind: 'held', rail, messageId: `${by}/${kind}`, currency: EUR, amount, reason }, log);
  }
}

const what = (payments: readonly OutgoingPayment[]): string => {
  const [first] = payments;
  const named = payments.length === 1 ? `the payment ${first!.reference}` : `${payments.length} payments`;
  return `${named} of the file ${first!.messageId}`;
};

const refusal: Reason = (payments, sum) =>
  `the bank refused ${what(payments)} (${payments[0]!.bankStatus}) for a reason of ${payments[0]!.iban}, not of the payees: ${sum} wait for a new file`;

const release: Reason = (payments, sum, report) =>
  `the bank waits for a release of ${what(payments)}, because it could not confirm the payee (${codesIn(payments).join(', ')}): release or cancel ${sum} at the bank, and record it with release-payment or cancel-payment${quoted(payments, report)}`;

const blockade: Reason = (payments, sum, report) =>
  `the bank has blocked ${what(payments)} (${payments[0]!.bankStatus}): ${sum} are neither paid out nor refunded${quoted(payments, report)}`;

const codesIn = (payments: readonly OutgoingPayment[]): readonly string[] => [
  ...new Set(payments.map(({ question }) => question!.code)),
];

/** What the bank writes about it, without names of payees. */
function quoted(payments: readonly OutgoingPayment[], { group, batches }: StatusReport): string {
  const texts = codesIn(payments).map((code) =>
    bankTextOf(
      code,
      code === 'RVMC' ? [] : textsBelow(batches, code),
      ...batches.map(({ reasons }) => reasons),
      group.reasons,
    ),
  );
  const text = [...new Set(texts.filter((each) => each !== null))].join(' ');
  return text === '' ? '' : `; the bank says: ${text}`;
}

const textsBelow = (batches: StatusReport['batches'], code: string) =>
  batches.flatMap(({ transactions }) => transactions).find(({ status }) => status === code)?.reasons ?? [];

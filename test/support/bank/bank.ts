import { type Chance, chanceOf } from '../chance.js';
import type { Account, Booking, Detail, ReportVersion } from './account-report.js';
import { type Books, createBooks } from './books.js';
import { encoded } from './encode.js';
import { type BankExchange, exchangeIn, type ExchangeFolders } from './exchange.js';
import { type Habits, PLAIN } from './habits.js';
import { isIban } from './iban.js';
import {
  type OrderedBatch,
  type OrderedPayment,
  type PaymentOrder,
  readOrder,
  RejectedOrder,
} from './payment-order.js';
import { createReporter } from './reporter.js';
import { type BatchReport, type StatusReport, writeStatusReport } from './status-report.js';
import { nextTargetDay, sameOrNextTargetDay } from './target-days.js';

export interface BankOptions {
  /** The folder in which the bank exchanges files with its customer. */
  readonly root: string;
  readonly account: Account;
  readonly versions: { readonly status: '03' | '10'; readonly report: ReportVersion };
  readonly seed: string;
  /** Plain ones if not given. */
  readonly habits?: Habits;
  /** The time of the bank in milliseconds. */
  readonly now: () => number;
  /** Of this many payments the bank rejects one, and another one comes back. Null: it executes all of them. */
  readonly oneIn: number | null;
}

/** A payment that the bank took from a file. */
export interface BankPayment {
  readonly order: OrderedPayment;
  readonly isInstant: boolean;
  state: 'ACCEPTED' | 'REJECTED' | 'DEBITED' | 'RETURNED';
}

/** Money for the customer of the bank. */
export interface IncomingPayment {
  readonly amount: bigint;
  readonly remitter: { readonly name: string; readonly iban: string | null };
  readonly remittance: Detail['remittance'];
}

export interface ReceivedPayments {
  /** Takes them back, because the bank booked them by mistake. Notified by the next `work`. */
  takeBack(): void;
}

/** How the bank identifies a payment in its reports. */
export const IDENTITIES = ['reference', 'transactionId', 'endToEndId', 'uetr', 'none'] as const;
export type Identity = (typeof IDENTITIES)[number];

/**
 * A bank with one customer. It checks the customer's files as banks do, keeps double-entry books, and reports in
 * pain.002, camt.054 and camt.053. It shares no code with the rail that it tests.
 */
export interface Bank {
  readonly folders: ExchangeFolders;
  readonly books: Books;
  /** All payments of all files that the bank did not reject as a whole. A payment that came twice is in it twice. */
  readonly payments: readonly BankPayment[];
  /** The files that the bank rejected as a whole, with the reason. */
  readonly rejectedFiles: readonly string[];
  /** YYYY-MM-DD */
  businessDate(): string;
  balance(): bigint;
  /** Whether nothing waits for a later day: no payment for its execution, and none for its return. */
  isIdle(): boolean;
  /** Takes the customer's files, executes what is due, and reports it. */
  work(): void;
  /** Books payments for the customer, several as one batch. They are notified by the next `work`. */
  receive(payments: readonly IncomingPayment[], identity: Identity): ReceivedPayments;
  /** Books money that the owner of the account sends from another account of its own. */
  topUp(amount: bigint, from: { readonly name: string; readonly iban: string }): void;
  charge(amount: bigint): void;
  payInterest(amount: bigint): void;
  /** Works, writes the statement of the day, and begins the next business day. */
  closeDay(): void;
  /** Rejects the next file as a whole, for this reason. */
  rejectNextFile(reason: string): void;
}

/** What happens to a payment, drawn when the bank takes it. */
type Fate = 'pays' | 'rejects' | 'returns' | 'rejects after the debit';

interface Returning {
  readonly order: PaymentOrder;
  readonly batch: OrderedBatch;
  readonly payment: BankPayment;
  /** The bank reports a rejection on the day before the money comes back. */
  readonly isRejected: boolean;
  days: number;
}

const OTHER_BANKS = 'other banks';
const CHARGES = 'charges';
const INTEREST = 'interest';

const REJECTIONS = ['AC01', 'AC04', 'AC06', 'AG01', 'MS03', 'RR04'] as const;
const RETURNS = ['AC01', 'AC04', 'MD07', 'MS02'] as const;
const CREDIT = ['PMNT', 'RCDT', 'ESCT'] as const;
/** What the bank takes from some incoming payments, in cents. */
const CHARGE_IN_ENTRY = 15n;
const RETURN = ['PMNT', 'ICDT', 'RRTN'] as const;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

/** Draws one rejection and one return in each round of `oneIn` payments. */
function fates(chance: Chance, oneIn: number | null): () => Fate {
  if (oneIn === null) return () => 'pays';
  let round: Fate[] = [];
  return () => {
    if (round.length === 0) {
      round = Array.from({ length: oneIn }, () => 'pays');
      const rejected = chance.under(oneIn);
      round[rejected] = 'rejects';
      round[(rejected + 1 + chance.under(oneIn - 1)) % oneIn] =
        chance.under(4) === 0 ? 'rejects after the debit' : 'returns';
    }
    return round.pop()!;
  };
}

const uuid = (chance: Chance): string => {
  const hex = Array.from({ length: 30 }, () => chance.under(16).toString(16)).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(12, 15)}`, `a${hex.slice(15, 18)}`, hex.slice(18)].join('-');
};

export function createBank({ root, account, versions, seed, habits = PLAIN, now, oneIn }: BankOptions): Bank {
  const exchange: BankExchange = exchangeIn(root);
  const chance = chanceOf(`${seed}/bank`);
  const fateOf = fates(chance, oneIn);
  const books = createBooks();
  const payments: BankPayment[] = [];
  const rejectedFiles: string[] = [];
  const messageIds = new Set<string>();
  let fateByPayment = new Map<BankPayment, Fate>();
  let waiting: { readonly order: PaymentOrder; readonly batch: OrderedBatch; readonly payments: BankPayment[] }[] = [];
  let returning: Returning[] = [];
  let opening = 0n;
  const time = (): string => `${new Date(now()).toISOString().slice(0, 19)}`;
  let date = sameOrNextTargetDay(time().slice(0, 10));
  let files = 0;
  let ids = 0;
  let nextRejection: string | null = null;

  const idOf = (what: string): string => `${what}${date.replaceAll('-', '')}${String((ids += 1)).padStart(8, '0')}`;

  /** Now and then the same file comes again under another name. */
  function give(kind: string, text: string): void {
    const named = () => `${kind}-${date}-${String((files += 1)).padStart(6, '0')}.xml`;
    const bytes = encoded(text, habits);
    exchange.give(named(), bytes);
    if (chance.under(10) === 0) exchange.give(named(), bytes);
  }

  const reporter = createReporter({
    ...{ account, version: versions.report, habits, now, time, idOf, give },
    isRemade: () => chance.under(2) === 0,
  });

  function reportStatus(report: Pick<StatusReport, 'order' | 'group' | 'batches'>): void {
    const id = idOf('STS');
    give(
      'pain002',
      writeStatusReport(versions.status, habits.laterVersion, account.bic, { id, createdAt: time(), ...report }),
    );
  }

  function book(
    booked: Omit<Booking, 'date' | 'charge'> & { charge?: bigint },
    other: string,
    isNotified: boolean,
  ): void {
    const booking: Booking = { charge: 0n, ...booked, date };
    const [from, to] = booking.direction === 'CRDT' ? [other, account.iban] : [account.iban, other];
    books.post({ from, to, amount: booking.amount, text: booking.code.join('/') });
    reporter.add(booking, isNotified);
  }

  function rejectFile(order: PaymentOrder | null, reason: string, why: string): void {
    rejectedFiles.push(`${reason} ${why}`);
    reportStatus({ order, group: { status: 'RJCT', reason }, batches: [] });
  }

  function take(text: string): void {
    let order: PaymentOrder | null = null;
    try {
      order = readOrder(text);
      const { messageId } = order;
      if (messageIds.has(messageId)) throw new RejectedOrder('DU01', `the MsgId ${messageId} came before`);
      const foreign = order.batches.find(({ debtor }) => debtor.iban !== account.iban);
      if (foreign !== undefined) throw new RejectedOrder('AC02', `the account ${foreign.debtor.iban} is unknown`);
    } catch (error) {
      if (!(error instanceof RejectedOrder)) throw error;
      rejectFile(order, error.code, error.message);
      return;
    }
    messageIds.add(order.messageId);
    if (nextRejection === null) accept(order);
    else {
      rejectFile(order, nextRejection, 'as ordered');
      nextRejection = null;
    }
  }

  function accept(order: PaymentOrder): void {
    const batches = order.batches.map((batch): BatchReport => {
      const taken = batch.payments.map((payment): BankPayment => {
        return { order: payment, isInstant: batch.isInstant, state: 'ACCEPTED' };
      });
      payments.push(...taken);
      const rejected = taken.flatMap((payment) => {
        const isInvalid = !isIban(payment.order.creditor.iban);
        const fate = fateOf();
        fateByPayment.set(payment, fate);
        if (fate !== 'rejects' && !isInvalid) return [];
        payment.state = 'REJECTED';
        return [{ payment: payment.order, status: 'RJCT', reason: isInvalid ? 'AC01' : chance.of(REJECTIONS) }];
      });
      const accepted = taken.filter(({ state }) => state === 'ACCEPTED');
      if (accepted.length > 0) waiting.push({ order, batch, payments: accepted });
      const status = rejected.length === 0 ? 'ACCP' : accepted.length === 0 ? 'RJCT' : 'PART';
      return { id: batch.id, status, payments: rejected };
    });
    const all = new Set(batches.map(({ status }) => status));
    const status = all.size > 1 ? 'PART' : [...all][0]!;
    // Some banks say nothing about what they accept in full.
    if (status === 'ACCP' && chance.under(3) === 0) return;
    reportStatus({
      order,
      group: { status, reason: null },
      batches: status === 'ACCP' ? [] : batches,
    });
  }

  function idsOfOrder(
    { endToEndId, instructionId, uetr }: OrderedPayment,
    { id: batchId }: OrderedBatch,
  ): Detail['ids'] {
    switch (habits.orderIds) {
      case 'all':
        return {
          batchId,
          endToEndId,
          ...(instructionId !== null && { instructionId }),
          ...(uetr !== null && { uetr }),
        };
      case 'EndToEndId':
        return { endToEndId };
      case 'InstrId':
        return { endToEndId: 'NOTPROVIDED', ...(instructionId !== null && { instructionId }) };
    }
  }

  const detailOf = ({ order }: BankPayment, batch: OrderedBatch): Detail => ({
    amount: order.amount,
    ids: idsOfOrder(order, batch),
    party: { role: 'Cdtr', ...order.creditor },
    remittance: order.remittance === null ? null : { free: [order.remittance] },
    returned: null,
  });

  /** Debits the payments of a batch one by one, or as one line with or without its payments. */
  function execute({ order, batch, payments: accepted }: (typeof waiting)[number]): void {
    const code = ['PMNT', batch.isInstant ? 'IRCT' : 'ICDT', 'ESCT'] as const;
    const line = { direction: 'DBIT', code, isReversal: false, text: null } as const;
    const forms = ['one by one', 'batch with payments', 'batch'] as const;
    const form = habits.debits === 'sometimes so, sometimes so' ? chance.of(forms) : habits.debits;
    if (form === 'one by one') {
      for (const payment of accepted) {
        const { amount } = payment.order;
        const details = [detailOf(payment, batch)];
        book({ ...line, amount, reference: idOf('DBT'), batch: null, details }, OTHER_BANKS, habits.notifiesDebits);
      }
    } else {
      // A file of one batch may be named by the id of the message.
      const byMessage = order.batches.length === 1 && chance.under(3) === 0;
      const named = { messageId: byMessage ? order.messageId : null, id: byMessage ? null : batch.id };
      const details = form === 'batch' ? [] : accepted.map((payment) => detailOf(payment, batch));
      const amount = sum(accepted.map((payment) => payment.order.amount));
      const reference = idOf('DBT');
      book(
        { ...line, amount, reference, batch: { ...named, count: accepted.length }, details },
        OTHER_BANKS,
        habits.notifiesDebits,
      );
    }
    for (const payment of accepted) payment.state = 'DEBITED';
    if (chance.under(2) === 0) {
      const status = batch.isInstant ? 'ACCC' : 'ACSC';
      const settled = accepted.map((payment) => ({ payment: payment.order, status, reason: null }));
      reportStatus({ order, group: null, batches: [{ id: batch.id, status: null, payments: settled }] });
    }
    for (const payment of accepted) {
      const fate = fateByPayment.get(payment)!;
      const later = { order, batch, payment };
      if (fate === 'returns')
        returning.push({ ...later, isRejected: false, days: (habits.isLateWithReturns ? 4 : 1) + chance.under(3) });
      if (fate === 'rejects after the debit') returning.push({ ...later, isRejected: true, days: 2 });
    }
  }

  function rejectLate({ order, batch, payment }: Returning): void {
    const rejected = { payment: payment.order, status: 'RJCT', reason: chance.of(REJECTIONS) };
    reportStatus({ order, group: null, batches: [{ id: batch.id, status: null, payments: [rejected] }] });
  }

  function giveBack({ payment, batch }: Returning): void {
    const { amount } = payment.order;
    const returned = { code: chance.of(RETURNS), text: chance.under(2) === 0 ? 'the account is closed' : null };
    const detail = detailOf(payment, batch);
    const details = [{ ...detail, ids: { ...detail.ids, transactionId: idOf('RTN') }, returned }];
    const line = { direction: 'CRDT', code: RETURN, isReversal: false, text: null } as const;
    book({ ...line, amount, reference: idOf('CRD'), batch: null, details }, OTHER_BANKS, true);
    payment.state = 'RETURNED';
  }

  function work(): void {
    for (const { text } of exchange.take()) take(text);
    const isDue = ({ batch }: (typeof waiting)[number]) => batch.isInstant || batch.executionDate <= date;
    const due = waiting.filter(isDue);
    waiting = waiting.filter((one) => !isDue(one));
    for (const one of due) execute(one);
    reporter.notify();
  }

  const identified = (identity: Identity): Detail['ids'] => {
    const endToEndId = { endToEndId: 'NOTPROVIDED' };
    if (!habits.hasPaymentIds) return endToEndId;
    switch (identity) {
      case 'reference':
        return { ...endToEndId, reference: idOf('REF') };
      case 'transactionId':
        return { ...endToEndId, transactionId: idOf('TXN') };
      case 'endToEndId':
        return { endToEndId: idOf('PAYER') };
      case 'uetr':
        // Reports before version 8 have no place for it.
        return versions.report === '08'
          ? { ...endToEndId, uetr: uuid(chance) }
          : { ...endToEndId, transactionId: idOf('TXN') };
      case 'none':
        return chance.under(2) === 0 ? endToEndId : {};
    }
  };

  return {
    folders: exchange.folders,
    books,
    payments,
    rejectedFiles,
    businessDate: () => date,
    balance: () => books.balanceOf(account.iban),
    isIdle: () => waiting.length === 0 && returning.length === 0,
    work,

    receive(incoming, identity) {
      const details = incoming.map(({ amount, remitter, remittance }): Detail => ({
        amount,
        ids: identified(identity),
        party: { role: 'Dbtr', ...remitter },
        remittance,
        returned: null,
      }));
      const amount = sum(incoming.map((one) => one.amount));
      const isBatch = incoming.length > 1;
      const charge =
        habits.charges === 'in the entry' && !isBatch && amount > CHARGE_IN_ENTRY && chance.under(10) === 0
          ? CHARGE_IN_ENTRY
          : 0n;
      const batch = isBatch ? { messageId: null, id: null, count: incoming.length } : null;
      const reference = identity === 'none' ? null : isBatch || identity === 'reference' ? idOf('CRD') : null;
      const line = { code: CREDIT, text: null, amount, batch, details };
      book(
        { ...line, amount: amount - charge, charge, direction: 'CRDT', isReversal: false, reference },
        OTHER_BANKS,
        true,
      );
      return {
        takeBack: () =>
          book({ ...line, direction: 'DBIT', isReversal: true, reference: idOf('REV') }, OTHER_BANKS, true),
      };
    },

    topUp(amount, from) {
      const party = { role: 'Dbtr', ...from } as const;
      const details = [{ amount, ids: identified('transactionId'), party, remittance: null, returned: null }];
      const line = { direction: 'CRDT', code: CREDIT, isReversal: false, text: null } as const;
      book({ ...line, amount, reference: idOf('CRD'), batch: null, details }, OTHER_BANKS, true);
    },

    charge(amount) {
      const line = { direction: 'DBIT', code: ['ACMT', 'MDOP', 'CHRG'], isReversal: false, text: 'Entgelt' } as const;
      book({ ...line, amount, reference: idOf('FEE'), batch: null, details: [] }, CHARGES, false);
    },

    payInterest(amount) {
      const line = { direction: 'CRDT', code: ['ACMT', 'MCOP', 'INTR'], isReversal: false, text: 'Zinsen' } as const;
      book({ ...line, amount, reference: idOf('INT'), batch: null, details: [] }, INTEREST, false);
    },

    closeDay() {
      work();
      const closing = books.balanceOf(account.iban);
      reporter.state({ date, opening, closing });
      [opening, date] = [closing, nextTargetDay(date)];
      fateByPayment = new Map([...fateByPayment].filter(([{ state }]) => state === 'ACCEPTED'));
      for (const one of returning) one.days -= 1;
      for (const one of returning) if (one.isRejected && one.days === 1) rejectLate(one);
      const due = returning.filter(({ days }) => days <= 0);
      returning = returning.filter(({ days }) => days > 0);
      for (const one of due) giveBack(one);
      reporter.notify();
    },

    rejectNextFile(reason) {
      nextRejection = reason;
    },
  };
}

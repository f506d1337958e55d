import { err, ok, type Operator, type Result } from '@corridor/core';
import type { RailLog, RailRecord, RailStore, RailWrites, TellCore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import { acceptanceOf, isRefusedAsDuplicate, rejectedLate } from './acceptance.js';
import { type StoredBatch, storedFile } from './file-records.js';
import { cancelUnreleased } from './payment-changes.js';
import { BATCHES, FILES, paymentOf, PAYMENTS, storedPayment } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import { payoutStatusOf, refundStatusOf } from './payment-status.js';
import { tellCore } from './payment-store.js';
import { closeProblem } from './problems.js';

/** What operators decided at the bank about payments whose payee it could not confirm. */
export interface PayeeDecisions {
  /**
   * One payment by its reference, or all of a file by its MsgId, was released at the bank. 404 REFERENCE_NOT_FOUND if the
   * bank waits for no release of it.
   */
  release(subject: string, by: Operator): Promise<Result<string>>;
  /**
   * One payment, or the whole file, was cancelled at the bank. The payments that the bank did not confirm fail, and their
   * money is refunded; the others of the file are held, so that they can go into a new one. Those with which the bank
   * goes on, and those that were released, stay in the file, because they must not be paid twice. A blocked payment can be
   * cancelled if the bank refused it later and booked no debit: otherwise its money comes back by a credit. The same holds
   * for one that the bank refused as a duplicate after it had accepted it, under its own reference only: the bank may
   * execute the rest of the file. 404 REFERENCE_NOT_FOUND.
   */
  cancel(subject: string, by: Operator): Promise<Result<string>>;
}

/** By reference: payments that an operator cancelled, of which core has not heard yet. */
const UNTOLD = 'cancelled-payments';
const OPEN = 'OPEN';
const TOLD_AT_ONCE = 100;
const LONGEST_KEY = 200;

export function payeeDecisions(store: RailStore): PayeeDecisions {
  const none = (subject: string) =>
    err('REFERENCE_NOT_FOUND', `the bank waits for a release of no payment under ${subject}`);

  return {
    release: async (subject, { name }) => {
      const released = await store.run(async (records) => {
        const { unreleased } = await paymentsUnder(records, subject);
        for (const record of unreleased) {
          const value = storedPayment(record);
          const question = { ...value.question!, decision: { kind: 'release', name } as const };
          records.change(record, { status: statusAfter('UNRELEASED', 'release'), value: { ...value, question } });
        }
        return ok(unreleased.length);
      });
      if (!released.ok) return released;
      return released.value === 0 ? none(subject) : ok(`${released.value} payments are recorded as released`);
    },

    cancel: async (subject, { name }) => {
      const cancelled = await store.run(async (records) => {
        const { unreleased, refused, others, released } = await paymentsUnder(records, subject);
        const ended = [...unreleased, ...refused];
        if (ended.length === 0) return ok({ cancelled: 0, held: 0, kept: 0 });
        for (const record of refused) await closeProblem(records, rejectedLate(record.key));
        for (const record of ended) {
          cancelUnreleased(records, record, name);
          records.add({ collection: UNTOLD, key: record.key, status: OPEN });
        }
        const rejection = { code: null, failure: 'QUOTE_EXECUTION_FAILED' } as const;
        for (const record of others) {
          const value = { ...storedPayment(record), rejection };
          records.change(record, { status: statusAfter('FILED', 'hold'), value });
        }
        return ok({ cancelled: ended.length, held: others.length, kept: released });
      });
      if (!cancelled.ok) return cancelled;
      const { cancelled: count, held, kept } = cancelled.value;
      if (count === 0) return none(subject);
      const rest = held === 0 ? '' : `; ${held} more of the file are held, and can be requeued`;
      const stay = kept === 0 ? '' : `; ${kept} that were released stay in the file`;
      return ok(`${count} payments are recorded as cancelled, and fail${rest}${stay}`);
    },
  };
}

interface Found {
  readonly unreleased: readonly RailRecord[];
  /** Blocked payments that the bank refused later without a debit, and a single one that it refused as a duplicate. */
  readonly refused: readonly RailRecord[];
  /** Payments of the file with which the bank does not go on. Empty for a single payment. */
  readonly others: readonly RailRecord[];
  /** How many payments of the file were released, so that the bank may have executed them. */
  readonly released: number;
}

async function paymentsUnder(records: RailWrites, subject: string): Promise<Found> {
  if (subject.length === 0 || subject.length > LONGEST_KEY)
    return { unreleased: [], refused: [], others: [], released: 0 };
  const file = await records.get(FILES, subject);
  const batches = file === null ? [] : await records.getMany(BATCHES, storedFile(file).batches);
  const references = file === null ? [subject] : batches.flatMap(({ value }) => (value as StoredBatch).references);
  const found = (await records.getMany(PAYMENTS, references)).filter(
    (record) => file === null || storedPayment(record).messageId === file.key,
  );
  const filed = file === null ? [] : found.filter((record) => record.status === 'FILED' && !isAccepted(record));
  const others = filed.filter((record) => !isReleased(record));
  return {
    unreleased: found.filter(({ status }) => status === 'UNRELEASED'),
    refused: found.filter(
      (record) =>
        (record.status === 'BLOCKED' && isRefusedUndebited(record)) || (file === null && isRefusedAsDuplicate(record)),
    ),
    others,
    released: filed.length - others.length,
  };
}

const isAccepted = (record: RailRecord): boolean => acceptanceOf(storedPayment(record)) !== null;

function isRefusedUndebited(record: RailRecord): boolean {
  const { rejection, booking } = storedPayment(record);
  return rejection !== null && booking === null;
}

const isReleased = (record: RailRecord): boolean => storedPayment(record).question?.decision?.kind === 'release';

/** Tells core of the payments that operators cancelled. Throws `CoreUnavailable` if core takes a message only later. */
export async function tellCancelled(store: RailStore, tell: TellCore, log: RailLog): Promise<void> {
  const untold = await store.read((records) => records.list(UNTOLD, { status: OPEN, limit: TOLD_AT_ONCE }));
  for (const { key } of untold) {
    const record = await store.read((records) => records.get(PAYMENTS, key));
    const payment = paymentOf(record!);
    const { reference, rail, kind } = payment;
    const named = { rail, messageId: `${reference}/cancelled`, reference };
    if (payment.status === 'CANCELLED') {
      await tellCore(
        tell,
        kind === 'payout'
          ? { kind, ...named, status: payoutStatusOf(payment) }
          : { kind, ...named, status: refundStatusOf(payment) },
        log,
      );
    }
    stored(
      await store.run(async (records) => {
        const untold = await records.get(UNTOLD, key);
        if (untold !== null) records.remove(untold);
        return ok();
      }),
    );
  }
}

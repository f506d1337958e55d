import { ok } from '@corridor/core';
import type {
  Random,
  RailLog,
  RailRecord,
  RailRecords,
  RailStore,
  RailTelling,
  RailWrites,
  TellCore,
} from '@corridor/core/ports';
import { type StoredBatch, storedFile } from './file-records.js';
import { inParallel } from '../connections/in-parallel.js';
import type { OutgoingPayment } from './payment.js';
import { applyAll, cancelUnreleased, type ReportedPayment } from './payment-changes.js';
import { BATCHES, FILES, newPaymentRecord, PAYMENT_IDS, paymentOf, PAYMENTS } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import { payoutStatusOf, refundStatusOf } from './payment-status.js';
import type { NewPayment, OutgoingBatch, PaymentIds, Payments } from './payments.js';
import { stored } from '../connections/stored.js';

/** `Payments`, with the functions of the connection itself. */
export interface OutgoingPayments extends Payments {
  /** As `booked`, for many reports. Returns the payments that are known, in no particular order. */
  report(reports: readonly ReportedPayment[], tell: TellCore): Promise<readonly OutgoingPayment[]>;
}

/** Core did not take a message now; the same message is sent again later. */
export class CoreUnavailable extends Error {
  override readonly name = 'CoreUnavailable';
}

const RETRIED: readonly string[] = ['CONFLICT', 'SERVICE_UNAVAILABLE'];
const IN_ONE_UNIT = 100;
const TOLD_AT_ONCE = 32;

export interface OutgoingPaymentsPorts {
  readonly store: RailStore;
  readonly random: Random;
  readonly log: RailLog;
  /** Whether a payment that the bank does not release can be cancelled by its platform; false by default. */
  readonly platformMayCancel?: boolean;
}

export function createOutgoingPayments({
  store,
  random,
  log,
  platformMayCancel = false,
}: OutgoingPaymentsPorts): OutgoingPayments {
  const read = async (references: readonly string[]): Promise<readonly OutgoingPayment[]> =>
    references.length === 0
      ? []
      : store.read(async (records) => (await records.getMany(PAYMENTS, references)).map(paymentOf));

  async function add(payment: NewPayment, status: 'WAITING' | 'CANCELLED'): Promise<OutgoingPayment> {
    const record = newPaymentRecord(random, payment, status);
    return stored(
      await store.run(async (records) => {
        const existing = await records.get(PAYMENTS, payment.reference);
        if (existing !== null) {
          const after = status === 'CANCELLED' ? cancelled(records, existing) : existing;
          return ok(paymentOf(after));
        }
        records.add(record);
        for (const id of [record.value.endToEndId, record.value.uetr]) {
          records.add({ collection: PAYMENT_IDS, key: id, value: payment.reference });
        }
        return ok(paymentOf(record));
      }),
    );
  }

  function cancelled(records: RailWrites, record: RailRecord): RailRecord {
    const { status } = paymentOf(record);
    const next = statusAfter(status, 'cancel');
    if (next !== null) return records.change(record, { status: next });
    return platformMayCancel && status === 'UNRELEASED' ? cancelUnreleased(records, record, 'the platform') : record;
  }

  async function findMany(ids: readonly PaymentIds[]): Promise<readonly (OutgoingPayment | null)[]> {
    const named = ids.map((each) =>
      [each.endToEndId, each.instructionId, each.uetr].flatMap((id) =>
        id === null || id.length === 0 || id.length > LONGEST_ID ? [] : [id.toLowerCase()],
      ),
    );
    const keys = [...new Set(named.flat())];
    if (keys.length === 0) return ids.map(() => null);
    return store.read(async (records) => {
      const references = new Map(
        (await records.getMany(PAYMENT_IDS, keys)).map(({ key, value }) => [key, value as string]),
      );
      const found = named.map((each) => {
        const all = new Set(each.flatMap((id) => references.get(id) ?? []));
        return all.size === 1 ? [...all][0]! : null;
      });
      const wanted = [...new Set(found.filter((reference) => reference !== null))];
      const payments = new Map(
        (wanted.length === 0 ? [] : await records.getMany(PAYMENTS, wanted)).map((record) => [record.key, record]),
      );
      return found.map((reference) => {
        const record = reference === null ? undefined : payments.get(reference);
        return record === undefined ? null : paymentOf(record);
      });
    });
  }

  async function report(reports: readonly ReportedPayment[], tell: TellCore): Promise<readonly OutgoingPayment[]> {
    const known: OutgoingPayment[] = [];
    for (let at = 0; at < reports.length; at += IN_ONE_UNIT) {
      const part = reports.slice(at, at + IN_ONE_UNIT);
      const changed = stored(await store.run(async (records) => ok(await applyAll(records, part))));
      known.push(...changed.map(({ payment }) => payment));
      const messages = changed.flatMap(({ payment, by, reported }) => messageAbout(payment, by, reported) ?? []);
      await inParallel(TOLD_AT_ONCE, messages, (message) => tellCore(tell, message, log));
    }
    return known;
  }

  return {
    submit: (payment) => add(payment, 'WAITING'),
    cancel: async (payment) => (await add(payment, 'CANCELLED')).status === 'CANCELLED',
    get: async (reference) => (await read([reference]))[0] ?? null,
    getMany: read,
    find: async (ids) => (await findMany([ids]))[0]!,
    findMany,
    findBatches: ({ paymentInformationId, messageId }) =>
      store.read((records) => batchesOf(records, paymentInformationId, messageId)),
    booked: async (reference, booking, tell) =>
      (await report([{ event: 'book', by: booking.entryId, reference, booking }], tell))[0] ?? null,
    returned: async (reference, returned, tell) =>
      (await report([{ event: 'return', by: returned.returnId, reference, returned }], tell))[0] ?? null,
    report,
  };
}

const LONGEST_ID = 200;

function batchOf(record: RailRecord): OutgoingBatch {
  const { messageId, iban, executionDate, scheme, total, references } = record.value as StoredBatch;
  return { paymentInformationId: record.key, messageId, iban, executionDate, scheme, total, references };
}

async function batchesOf(
  records: RailRecords,
  paymentInformationId: string | null,
  messageId: string | null,
): Promise<readonly OutgoingBatch[]> {
  const isKey = (id: string | null): id is string => id !== null && id.length > 0 && id.length <= LONGEST_ID;
  if (isKey(paymentInformationId)) {
    const found = await records.get(BATCHES, paymentInformationId);
    if (found !== null) return [batchOf(found)];
  }
  const file = isKey(messageId) ? await records.get(FILES, messageId) : null;
  if (file === null) return [];
  const { batches } = storedFile(file);
  const order = new Map(batches.map((id, index) => [id, index]));
  return (await records.getMany(BATCHES, batches))
    .map(batchOf)
    .sort((a, b) => order.get(a.paymentInformationId)! - order.get(b.paymentInformationId)!);
}

/**
 * The message for core, or null if the report is older than what core knows. The report that led to the status tells
 * core whenever it is repeated, because a crash may have come before the first message. A report that contradicts the
 * status reaches core too, which opens an exception.
 */
function messageAbout(payment: OutgoingPayment, by: string | null, reported: ReportedPayment): RailTelling | null {
  const { reference, rail, status, kind } = payment;
  const isOwn = by === reported.by;
  const message = (messageId: string, as: OutgoingPayment): RailTelling =>
    kind === 'payout'
      ? { kind, rail, messageId, reference, status: payoutStatusOf(as) }
      : { kind, rail, messageId, reference, status: refundStatusOf(as) };
  switch (reported.event) {
    case 'note':
    case 'hold':
    case 'ask':
    case 'proceed':
    case 'block':
      return null;
    case 'settle':
    case 'book': {
      const isContradiction = status === 'REJECTED' || status === 'CANCELLED';
      const isDelivered = status === 'DELIVERED' && isOwn;
      return isDelivered || isContradiction
        ? message(`${reference}/delivered`, { ...payment, status: 'DELIVERED' })
        : null;
    }
    case 'reject':
      return status === 'REJECTED' && isOwn ? message(`${reference}/failed`, payment) : null;
    case 'return': {
      const { returned } = reported;
      return message(`${reference}/returned/${returned.returnId}`, { ...payment, status: 'RETURNED', returned });
    }
  }
}

/** Tells core. Throws `CoreUnavailable` if the same message has to be sent again later. */
export async function tellCore(tell: TellCore, message: RailTelling, log: RailLog): Promise<void> {
  const answer = await tell(message);
  if (answer.ok) return;
  const { code } = answer.error;
  if (RETRIED.includes(code)) throw new CoreUnavailable(`core did not take a message: ${code}`);
  log.warn({ rail: message.rail, kind: message.kind, code }, 'core refused a message of the bank');
}

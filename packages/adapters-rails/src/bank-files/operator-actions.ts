import { err, ok, type Operator, type Result, toIso } from '@corridor/core';
import type { RailRecord, RailReleases, RailStore, RailWrites } from '@corridor/core/ports';
import { euros } from './euros.js';
import { type Exchange, ExchangeUnavailable } from './exchange/exchange.js';
import type { OutgoingPayment, PayeeDecision } from './payment.js';
import {
  endedPayment,
  fileOf,
  filesWith,
  finalName,
  type OutgoingFile,
  type StoredBatch,
  storedFile,
} from './file-records.js';
import { type FileEvent, fileStatusAfter } from './file-states.js';
import { BATCHES, FILES, paymentOf, PAYMENTS, storedPayment } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import { takeBack, unknown } from './take-back.js';

/** What operators decide: docs/rails/bank-files-reference.md#what-operators-do. */
export interface OperatorActions {
  readonly releases: RailReleases;
  /**
   * Sends a file again that the bank has not received, with the same content and MsgId. 404 REFERENCE_NOT_FOUND; 409
   * CONFLICT if it was not sent, the bank has reported about it or one of its payments, or it is still in the outgoing
   * folder.
   */
  resend(messageId: string, by: Operator): Promise<Result<string>>;
  /**
   * Takes a file back before it is uploaded; its payments wait for a new file. A file that was sent before is not sent
   * again. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if the bank may have it.
   */
  discard(messageId: string): Promise<Result<string>>;
  /**
   * Lets held payments go into a new file: one by its reference, or all of a file by its MsgId. 404 REFERENCE_NOT_FOUND
   * if nothing is held under this name.
   */
  requeue(subject: string): Promise<Result<string>>;
  /** The state of a file by its MsgId, or of a payment by its reference. 404 REFERENCE_NOT_FOUND. */
  show(subject: string): Promise<Result<string>>;
}

export interface OperatorPorts {
  readonly store: RailStore;
  readonly exchange: Exchange;
  /** Whether a file that is sent again needs a release by a second person. */
  readonly isManual: boolean;
}

const MOST_LISTED = 1000;

export function operatorActions({ store, exchange, isManual }: OperatorPorts): OperatorActions {
  const fileNamed = (messageId: string): Promise<OutgoingFile | null> =>
    store.read(async (records) => {
      const record = isKey(messageId) ? await records.get(FILES, messageId) : null;
      return record === null ? null : fileOf(record);
    });

  return {
    releases: {
      list: async () =>
        (await store.read((records) => filesWith(records, 'WAITING_RELEASE', MOST_LISTED))).map(releaseOf),
      release: (messageId, digest, by, isOnePerson) =>
        store.run(async (records) => {
          const record = isKey(messageId) ? await records.get(FILES, messageId) : null;
          if (record === null) return unknown(messageId);
          const file = fileOf(record);
          const next = fileStatusAfter(file.status, 'release');
          if (next === null) return err('CONFLICT', `the file ${messageId} is ${file.status}; it waits for no release`);
          if (file.digest !== digest)
            return err('CONFLICT', 'the digest is not that of the file; list the releases again');
          const { requestedBy } = file;
          if (requestedBy !== null && (isSame(requestedBy, by) || isOnePerson(requestedBy)))
            return err('FORBIDDEN', 'another person must release the file than the one who asked to send it again');
          const releasedBy = { id: by.id, name: by.name };
          records.change(record, { status: next, value: { ...storedFile(record), releasedBy } });
          return ok();
        }),
    },

    resend: async (messageId, by) => {
      const file = await fileNamed(messageId);
      if (file === null) return unknown(messageId);
      if (await exchange.use((session) => session.isOutgoing(finalName(messageId))))
        return err('CONFLICT', `the file ${messageId} is still in the outgoing folder; the bank has not taken it yet`);
      return store.run(async (records) => {
        const record = (await records.get(FILES, messageId))!;
        const event: FileEvent = isManual ? 'resend-for-release' : 'resend';
        const next = fileStatusAfter(fileOf(record).status, event);
        if (next === null)
          return err(
            'CONFLICT',
            `the file ${messageId} is ${fileOf(record).status}; only a SENT file can be sent again`,
          );
        const ended = await endedPayment(records, file);
        if (ended !== null)
          return err(
            'CONFLICT',
            `the bank has the file ${messageId}: its payment ${ended.reference} is ${ended.status}`,
          );
        const requestedBy = { id: by.id, name: by.name };
        const needsRelease = isManual ? `${by.name} asks to send it again` : null;
        records.change(record, {
          status: next,
          value: { ...storedFile(record), requestedBy, needsRelease, releasedBy: null },
        });
        return ok(isManual ? `${messageId} waits for a release` : `${messageId} will be sent again`);
      });
    },

    discard: async (messageId) => {
      const discarded = isKey(messageId) ? await takeBack(store, messageId) : unknown(messageId);
      if (!discarded.ok) return discarded;
      const { temporaryName, requestedBy, payments } = discarded.value;
      if (temporaryName !== null) await discardUpload(exchange, temporaryName);
      return ok(
        requestedBy === null
          ? `${payments} payments of ${messageId} wait for a new file`
          : `${messageId} will not be sent again`,
      );
    },

    show: (subject) =>
      store.read(async (records) => {
        const file = isKey(subject) ? await records.get(FILES, subject) : null;
        if (file !== null) return ok(fileText(fileOf(file)));
        const payment = isKey(subject) ? await records.get(PAYMENTS, subject) : null;
        return payment === null
          ? err('REFERENCE_NOT_FOUND', `no file and no payment has the id ${subject}`)
          : ok(paymentText(paymentOf(payment)));
      }),

    requeue: async (subject) => {
      const requeued = await store.run(async (records) => {
        const held = await heldUnder(records, subject);
        for (const record of held) {
          const value = {
            ...storedPayment(record),
            messageId: null,
            paymentInformationId: null,
            rejection: null,
            acceptance: null,
            question: null,
            by: null,
          };
          records.change(record, { status: statusAfter('HELD', 'requeue'), value });
        }
        return ok(held.length);
      });
      if (!requeued.ok) return requeued;
      return requeued.value === 0
        ? err('REFERENCE_NOT_FOUND', `no payment is held under ${subject}`)
        : ok(`${requeued.value} payments wait for a new file`);
    },
  };
}

function fileText({ messageId, status, payments, total, digest, createdAt, sentAt, bankStatus }: OutgoingFile): string {
  const times = `prepared ${toIso(createdAt)}, ${sentAt === null ? 'not sent' : `sent ${toIso(sentAt)}`}`;
  const reported = bankStatus === null ? 'the bank reports no status of the file' : `the bank reports ${bankStatus}`;
  return `${messageId} is ${status}: ${payments} payments, ${euros(total)}, digest ${digest}, ${times}; ${reported}`;
}

function paymentText({
  reference,
  status,
  amount,
  messageId,
  endToEndId,
  bankStatus,
  question,
  booking,
}: OutgoingPayment): string {
  const place = messageId === null ? 'in no file' : `in the file ${messageId}`;
  const reported = bankStatus === null ? 'the bank reports no status' : `the bank reports ${bankStatus}`;
  const booked = booking === null ? '' : ', and has booked its debit';
  const named = question?.payeeName ? `, and ${JSON.stringify(question.payeeName)} as the holder of the account` : '';
  const decided = question?.decision ? `; ${decisionText(question.decision)}` : '';
  return `${reference} is ${status}: ${euros(amount)}, ${place}, EndToEndId ${endToEndId}; ${reported}${named}${booked}${decided}`;
}

export const decisionText = ({ kind, name }: PayeeDecision): string =>
  `${kind === 'release' ? 'released' : 'cancelled'} at the bank by ${name}`;

/** The rest of an interrupted upload has a temporary name: it is neither used nor harmful. */
async function discardUpload(exchange: Exchange, temporaryName: string): Promise<void> {
  try {
    await exchange.use((session) => session.discard(temporaryName));
  } catch (cause) {
    if (!(cause instanceof ExchangeUnavailable)) throw cause;
  }
}

const LONGEST_KEY = 200;
const isKey = (text: string): boolean => text.length > 0 && text.length <= LONGEST_KEY;

const releaseOf = ({ messageId, createdAt, payments, total, digest, needsRelease }: OutgoingFile) => ({
  id: messageId,
  preparedAt: createdAt,
  payments,
  totals: { EUR: total },
  digest,
  reason: needsRelease ?? '',
});

/** The held payments of a file, or the one with this reference. */
async function heldUnder(records: RailWrites, subject: string): Promise<readonly RailRecord[]> {
  if (!isKey(subject)) return [];
  const file = await records.get(FILES, subject);
  const batches = file === null ? [] : await records.getMany(BATCHES, storedFile(file).batches);
  const references = file === null ? [subject] : batches.flatMap(({ value }) => (value as StoredBatch).references);
  return (await records.getMany(PAYMENTS, references)).filter(
    (record) => record.status === 'HELD' && (file === null || storedPayment(record).messageId === file.key),
  );
}

/** Names of operators are unique and never change. Files of earlier versions name an operator without an id. */
const isSame = (a: Pick<Operator, 'name'>, b: Pick<Operator, 'name'>): boolean =>
  a.name.trim().toLowerCase() === b.name.trim().toLowerCase();

import { type CurrencyCode, ok } from '@corridor/core';
import type {
  BookingMessage,
  DifferenceMessage,
  RailRecord,
  RailRecords,
  RailStore,
  RailValue,
  RailWrites,
  TellCore,
} from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';

/** By the id of the message. Told messages have no list. */
const TELLINGS = 'tellings';
const OPEN = 'OPEN';
const PAGE = 100;

export type Telling = BookingMessage | DifferenceMessage;

interface StoredTelling {
  readonly message: Telling;
  /** Why core refused it the last time; null if core was not asked or did not answer. */
  readonly error: string | null;
}

const telling = ({ value }: { readonly value: RailValue }): StoredTelling => value as unknown as StoredTelling;
const valueOf = (content: StoredTelling): RailValue => content as unknown as RailValue;

/** Stores a message for core in the caller's unit. A known id changes nothing. */
export function addTelling(records: RailWrites, message: Telling): void {
  const value = valueOf({ message, error: null });
  records.add({ collection: TELLINGS, key: message.messageId, status: OPEN, value }, { unlessExists: true });
}

/** Whether a message with this id was added, also if core has heard it. */
export const isTelling = async (records: RailRecords, messageId: string): Promise<boolean> =>
  (await records.get(TELLINGS, messageId)) !== null;

/** Tells core all open messages, oldest first. One that core refuses stays open and does not delay the others. */
export async function tellOpen(store: RailStore, tell: TellCore): Promise<void> {
  let after: RailRecord | undefined;
  for (;;) {
    const page = await store.read((records) => records.list(TELLINGS, { status: OPEN, limit: PAGE, after }));
    for (const { key, value } of page) {
      const { message } = telling({ value });
      const answer = await tell(message);
      stored(
        await store.run(async (records) => {
          const record = await records.get(TELLINGS, key);
          if (record === null || record.status !== OPEN) return ok();
          const error = answer.ok ? null : `${answer.error.code}: ${answer.error.message}`;
          if (answer.ok) records.change(record, { status: null, value: valueOf({ message, error }) });
          else if (error !== telling(record).error) records.change(record, { value: valueOf({ message, error }) });
          return ok();
        }),
      );
    }
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

/** What a message changes in the ledger, or would change if an operator books it. */
export interface Leg {
  readonly rail: string;
  readonly currency: CurrencyCode;
  /** Smallest units; negative for money that left. */
  readonly amount: bigint;
}

export function legsOf(message: Telling): readonly Leg[] {
  const { rail, currency, amount } = message;
  const isIn =
    message.kind === 'difference'
      ? message.direction === 'IN'
      : message.booking === 'TOP_UP' || message.booking === 'INTEREST';
  const leg = { rail, currency, amount: isIn ? amount : -amount };
  const isTransfer = message.kind === 'booking' && message.booking === 'TRANSFER';
  return isTransfer ? [leg, { rail: message.to!, currency, amount }] : [leg];
}

/** What open messages will change in the ledger. */
export async function untoldLegs(records: RailRecords): Promise<readonly Leg[]> {
  const legs: Leg[] = [];
  let after: RailRecord | undefined;
  for (;;) {
    const page = await records.list(TELLINGS, { status: OPEN, limit: PAGE, after });
    legs.push(...page.flatMap((record) => legsOf(telling(record).message)));
    if (page.length < PAGE) return legs;
    after = page.at(-1);
  }
}

export async function tellingCondition(
  records: RailRecords,
): Promise<{ readonly open: number; readonly problems: readonly string[] }> {
  const page = await records.list(TELLINGS, { status: OPEN, limit: PAGE });
  const refused = page.map(telling).filter(({ error }) => error !== null);
  return {
    open: await records.count(TELLINGS, OPEN),
    problems: refused.map(({ message, error }) => `core refused the message ${message.messageId}: ${error}`),
  };
}

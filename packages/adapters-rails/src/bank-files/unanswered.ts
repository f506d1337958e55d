import { type CurrencyCode, type Instant, ok } from '@corridor/core';
import type { Clock, RailLog, RailRecord, RailStore, TellCore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import { statusCodeOf, STATUS_MEANINGS } from '../iso20022/statuses.js';
import { executionDate, nextTargetDay } from '../iso20022/target-calendar.js';
import type { BankFilesEntry } from './entry.js';
import { euros } from './euros.js';
import { paymentOf, PAYMENTS, storedPayment } from './payment-records.js';
import { tellCore } from './payment-store.js';

const EUR = 'EUR' as CurrencyCode;
const PAGE = 500;
/** Exceptions of one run; further ones wait for the next. */
const MOST_ASKED = 100;

export interface UnansweredPorts {
  readonly entry: BankFilesEntry;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly log: RailLog;
}

/**
 * Opens an exception for each payment whose last status leaves it in doubt: one that this version does not know, or one
 * that waits for a person at the bank. It counts from the report of this status, in TARGET days.
 */
export async function askAboutUnanswered(ports: UnansweredPorts, tell: TellCore): Promise<void> {
  const { entry, store, clock, log } = ports;
  const isDue = (record: RailRecord): boolean => {
    const { bankStatus, askedAt = null } = storedPayment(record);
    return bankStatus !== null && askedAt === null && isInDoubt(bankStatus) && isOverdue(ports, record.updatedAt);
  };
  let asked = 0;
  let last: RailRecord | undefined;
  do {
    const after = last;
    const page = await store.read((records) => records.list(PAYMENTS, { status: 'FILED', limit: PAGE, after }));
    for (const record of page.filter(isDue)) {
      const { reference, rail, amount, messageId, bankStatus } = paymentOf(record);
      const code = statusCodeOf(bankStatus!);
      const text = record.secret?.['bankText'] ?? null;
      const reason = `the bank reported ${bankStatus} for the payment ${reference} of the file ${messageId} (${euros(amount)}), and nothing else for ${entry.overdueAfterBankingDays} banking days; ask the bank${text === null ? '' : `; it says: ${text}`}`;
      const message = `unanswered/${reference}/${code}`;
      await tellCore(tell, { kind: 'held', rail, messageId: message, currency: EUR, amount, reason }, log);
      await noteAsked(store, record, clock.now());
      asked += 1;
      if (asked === MOST_ASKED) return;
    }
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
}

function isInDoubt(bankStatus: string): boolean {
  const meaning = STATUS_MEANINGS.get(statusCodeOf(bankStatus)) ?? 'unknown';
  return meaning === 'unknown' || meaning === 'waiting';
}

function isOverdue({ entry, clock }: UnansweredPorts, since: Instant): boolean {
  const { timeZone, cutOff, overdueAfterBankingDays } = entry;
  const dayOf = (now: Instant): string => executionDate({ now, timeZone, cutOff, scheme: 'SEPA_INSTANT' });
  let day = dayOf(since);
  for (let days = 0; days < overdueAfterBankingDays; days += 1) day = nextTargetDay(day);
  return dayOf(clock.now()) >= day;
}

/** A payment that changed meanwhile is asked about again, if it is still in doubt. */
async function noteAsked(store: RailStore, { key, version }: RailRecord, askedAt: Instant): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(PAYMENTS, key);
      if (record !== null && record.version === version)
        records.change(record, { value: { ...storedPayment(record), askedAt } });
      return ok();
    }),
  );
}

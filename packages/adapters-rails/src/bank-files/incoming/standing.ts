import { type Instant, toIso } from '@corridor/core';
import type { Clock, OverdueMovement, RailRecord, RailRecords, RailStanding, RailStore } from '@corridor/core/ports';
import { targetDaysBetween } from '../../iso20022/target-calendar.js';
import { euros } from '../euros.js';
import { createPass, type SlicedReads, slicedReads } from '../in-turns.js';
import { storedFile } from '../file-records.js';
import { BATCHES, FILES, PAYMENTS, storedPayment, UNDEBITED } from '../payment-records.js';
import type { StoredUndebited } from '../undebited.js';
import { countInHand, isInHand } from '../files-in-hand.js';
import { isOver } from './doubts.js';
import { EUR, LISTS, MOVEMENTS, signed, type Unstated } from './movement-records.js';
import { accountIn, ACCOUNTS, type AccountState, listed, pagesOf } from './report-records.js';
import { pagesLeft } from './statement-chain.js';

export interface StandingPorts {
  readonly store: RailStore;
  readonly clock: Clock;
  readonly overdueAfterBankingDays: number;
}

/** A movement that the statements should contain, with the number of banking days that it is late. */
export interface Late extends OverdueMovement {
  readonly days: number;
}

/** What the statements of an account say about its ledger, and what they lack. */
export interface Standing {
  readonly balance: RailStanding['balance'];
  readonly late: readonly Late[];
}

/** The most late movements that core gets at once: the next ones follow when these are settled. */
const MOST_LATE = 100;
const FRESH_MS = 300_000;

/**
 * Reads what the statements say about an account. The result is read again only after a change, because the metrics ask often.
 */
export function createStanding(ports: StandingPorts): (iban: string) => Promise<Standing> {
  const known = new Map<string, { readonly mark: string; readonly at: Instant; readonly standing: Standing }>();
  return async (iban) => {
    const now = ports.clock.now();
    const before = known.get(iban);
    const marked = (): Promise<string> => ports.store.read((records) => markOf(records, iban));
    let mark = await marked();
    if (before !== undefined && before.mark === mark && now - before.at < FRESH_MS) return before.standing;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const standing = await standingIn(slicedReads(ports.store, createPass()), iban, now, ports);
      const since = mark;
      mark = await marked();
      if (mark !== since) continue;
      known.set(iban, { mark, at: now, standing });
      return standing;
    }
    // Something is booked all the time: one read shows one moment, although it keeps the thread.
    return ports.store.read((records) => standingIn(records, iban, now, ports));
  };
}

/** How often the movements are read in turns while others are booked. */
const MOST_TRIES = 3;

/** Changes with whatever a report changes. */
async function markOf(records: RailRecords, iban: string): Promise<string> {
  const { turn } = accountIn(await records.get(ACCOUNTS, iban));
  const counts: number[] = [];
  for (const list of LISTS) counts.push(await records.count(MOVEMENTS, list));
  counts.push(await records.count(UNDEBITED, iban), await records.count(PAYMENTS, 'FILED'), await countInHand(records));
  return [turn, ...counts].join(' ');
}

async function standingIn(
  records: SlicedReads,
  iban: string,
  now: Instant,
  { overdueAfterBankingDays }: StandingPorts,
): Promise<Standing> {
  const account = accountIn(await records.get(ACCOUNTS, iban));
  const every = await listed(records, iban);
  // Core has to know the opening too, and a statement has to be stored as a whole.
  const isTelling = every.some(({ list }) => list === 'TO_TELL') || (await isInHand(records, now));
  const all = every.filter(({ kind }) => kind === 'entry');
  const undebited: RailRecord[] = [];
  for await (const record of pagesOf(records, UNDEBITED, iban)) undebited.push(record);
  const days = { today: toIso(now).slice(0, 10), now, after: overdueAfterBankingDays };
  const late = [
    ...all.flatMap((stored) => lateEntry(stored, account, days)),
    ...undebited.flatMap((record) => lateDebit(record, account, days)),
    ...(await lateFiles(records, iban, days)),
  ];
  return { balance: isTelling ? null : balanceOf(account, all, undebited), late: late.slice(0, MOST_LATE) };
}

/** Null while a statement is missing. */
function balanceOf(
  account: AccountState,
  all: readonly Unstated[],
  undebited: readonly RailRecord[],
): RailStanding['balance'] {
  const { newest, segments, opening } = account;
  if (newest === null || segments.length > 1 || pagesLeft(account).length > 0) return null;
  const isStated = ({ claims }: Unstated): boolean => claims.statement !== undefined;
  // The opening balance contains what was booked on earlier days.
  const isLater = ({ movement: { date } }: Unstated): boolean =>
    opening === null || date === null || date >= opening.from;
  const unstated = all.filter((stored) => !isStated(stored) && stored.told !== null && isLater(stored));
  const sum = (some: readonly Unstated[]): bigint => some.reduce((total, { movement }) => total + signed(movement), 0n);
  const debits = undebited.reduce((total, { value }) => total + (value as StoredUndebited).amount, 0n);
  return {
    date: newest.date,
    currency: EUR,
    closing: newest.closing,
    waiting: sum(all.filter((stored) => stored.list === 'WAITING' && (isStated(stored) || !isLater(stored)))),
    later: sum(unstated.filter(({ told }) => !['difference', 'same', 'nothing'].includes(told!.as))) - debits,
    differences: unstated
      .filter(({ told }) => told!.as === 'difference')
      .flatMap(({ told }) => told!.subjects.map(({ reference }) => reference)),
  };
}

interface Days {
  readonly today: string;
  readonly now: Instant;
  readonly after: number;
}

/** A booked movement that the statements of its day do not contain. */
function lateEntry(stored: Unstated, account: AccountState, { today, now, after }: Days): readonly Late[] {
  const { key, list, told, movement, claims } = stored;
  const { date, direction, amount } = movement;
  const [subject] = told?.subjects ?? [];
  if (list !== 'IN_FLIGHT' || claims.statement !== undefined || date === null || subject === undefined) return [];
  const days = targetDaysBetween(date, today) - after;
  if (days < 0 || !isOver(account, date, now)) return [];
  const reason = `the bank reported ${direction} ${euros(amount)} of ${date}${servicerOf(stored)}, and the statements of that day do not contain it`;
  return [{ id: key, reference: subject.reference, currency: EUR, amount, direction, isBooked: true, reason, days }];
}

const servicerOf = ({ movement }: Unstated): string =>
  movement.ids.servicer[0] === undefined ? '' : ` (entry ${movement.ids.servicer[0]})`;

/** A payment that the bank has reported as executed, and that it has not debited. */
function lateDebit(
  { key, value, createdAt }: RailRecord,
  account: AccountState,
  { today, now, after }: Days,
): readonly Late[] {
  const { amount, settledAt = createdAt } = value as StoredUndebited;
  const date = toIso(settledAt).slice(0, 10);
  const days = targetDaysBetween(date, today) - after;
  if (days < 0 || !isOver(account, date, now)) return [];
  const reason = `the bank reported on ${date} that it has executed ${key} of ${euros(amount)}, and no statement contains its debit; ask the bank before the money is sent again or given back`;
  return [{ id: key, reference: key, currency: EUR, amount, direction: 'OUT', isBooked: true, reason, days }];
}

/** Payments in files that the bank has, and about which it says nothing. */
async function lateFiles(records: SlicedReads, iban: string, { today, after }: Days): Promise<readonly Late[]> {
  const found: Late[] = [];
  for await (const record of pagesOf(records, PAYMENTS, 'FILED')) {
    // Payments are listed by the time of their order, which is not after their execution.
    if (targetDaysBetween(toIso(record.createdAt).slice(0, 10), today) < after || found.length === MOST_LATE) break;
    const { amount, iban: from, messageId, paymentInformationId } = storedPayment(record);
    const file = messageId === null ? null : await records.get(FILES, messageId);
    if (from !== iban || file === null || storedFile(file).sentAt === null || paymentInformationId === null) continue;
    const batch = await records.get(BATCHES, paymentInformationId);
    const { executionDate } = batch!.value as { readonly executionDate: string };
    const days = targetDaysBetween(executionDate, today) - after;
    if (days < 0) continue;
    const { key } = record;
    const reason = `the bank was to execute ${key} of ${euros(amount)} on ${executionDate} (file ${messageId}), and has reported neither its debit nor a refusal; ask the bank before the money is sent again or given back`;
    found.push({ id: key, reference: key, currency: EUR, amount, direction: 'OUT', isBooked: false, reason, days });
  }
  return found;
}

import { err, type Instant, ok, plusSeconds, type Result } from '@corridor/core';
import type {
  Clock,
  Digest,
  HeldPayments,
  Random,
  RailLog,
  RailRecord,
  RailStore,
  RailWrites,
} from '@corridor/core/ports';
import type { BankMessages } from '../iso20022/index.js';
import { executionDate } from '../iso20022/target-calendar.js';
import { choosePayments } from './choose-payments.js';
import type { BankFilesEntry } from './entry.js';
import { euros } from './euros.js';
import { batchMessage, type StoredBatch, type StoredFile, transferOf } from './file-records.js';
import type { OutgoingPayment } from './payment.js';
import { BATCHES, drawnId, FILES, paymentOf, PAYMENTS, storedPayment } from './payment-records.js';
import { statusAfter } from './payment-states.js';
import { setProblem } from './problems.js';
import { stored } from '../connections/stored.js';

export interface PrepareFilesPorts {
  readonly entry: BankFilesEntry;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly log: RailLog;
  readonly messages: () => Promise<BankMessages>;
  readonly held: HeldPayments;
}

/** Sums of the files of a day, by the day. */
const DAYS = 'days';

const MOST_READ = 1000;
const LEAST_READ = 100;
/** Payments that one run looks at; further ones wait for the next run. */
const MOST_WAITING = 20_000;
/** Files that one run prepares. */
const MOST_FILES = 100;

/**
 * Puts waiting payments into files. A file and its payments are stored in one unit. A payment above a limit waits, and is
 * a problem that `check` shows.
 */
export async function prepareFiles(ports: PrepareFilesPorts): Promise<void> {
  const free = await freePayments(ports);
  for (let files = 0; files < MOST_FILES; files += 1) {
    if (!(await prepareFile(ports, free))) return;
  }
}

/** The waiting payments about which no operator has to decide first. Later ones wait for the next run. */
async function freePayments({ store, held }: PrepareFilesPorts): Promise<ReadonlySet<string>> {
  const free = new Set<string>();
  for (let last: RailRecord | undefined; ;) {
    const page = await store.read((records) =>
      records.list(PAYMENTS, { status: 'WAITING', limit: MOST_READ, after: last }),
    );
    const references = page.map((record) => paymentOf(record).reference);
    const stopped = references.length === 0 ? new Set<string>() : await held(references);
    for (const reference of references) if (!stopped.has(reference)) free.add(reference);
    last = page.at(-1);
    if (page.length < MOST_READ || free.size >= MOST_WAITING) return free;
  }
}

/** Whether there may be more to prepare. */
async function prepareFile(ports: PrepareFilesPorts, free: ReadonlySet<string>): Promise<boolean> {
  const { entry, store, clock, random, digest } = ports;
  const { timeZone, cutOff } = entry;
  const now = clock.now();
  const day = executionDate({ now, timeZone, cutOff, scheme: 'SEPA_INSTANT' });
  const { chosen, obstacle } = await chooseWaiting(ports, day, free);
  await setProblem(store, 'waiting', obstacle);
  if (chosen.length === 0) return false;

  const messageId = drawnId(random, 'M');
  const date = executionDate({ now, timeZone, cutOff, scheme: chosen[0]!.scheme });
  const batches = batchesOf(ports, { messageId, date, payments: chosen });
  const message = entry.creditTransfer;
  const initiatingParty = entry.initiatingParty ?? { name: entry.accounts[0].name, id: null };
  const { writeCreditTransfers } = await ports.messages();
  const content = writeCreditTransfers(message, {
    messageId,
    createdAt: now,
    initiatingParty,
    batches: batches.map(({ id, batch, payments }) => batchMessage(id, batch, payments)),
  });
  const total = sumOf(chosen);
  const needsRelease = releaseReason(entry, total);
  const file: StoredFile = {
    ...{ message, createdAt: now, total, day, needsRelease },
    initiatingParty: initiatingParty.name,
    initiatingPartyId: initiatingParty.id,
    batches: batches.map(({ id }) => id),
    payments: chosen.length,
    digest: digest.sha256(new TextEncoder().encode(content)),
    temporaryName: null,
    requestedBy: null,
    releasedBy: null,
    sentAt: null,
    bankStatus: null,
  };
  const added = await store.run(async (records) => {
    for (const { id, batch } of batches) {
      const filed = await filePayments(records, { messageId, paymentInformationId: id, batch });
      if (!filed.ok) return filed;
    }
    const spent = await spend(records, entry, day, total);
    if (!spent.ok) return spent;
    const status = needsRelease === null ? 'PREPARED' : 'WAITING_RELEASE';
    records.add({ collection: FILES, key: messageId, status, value: file });
    return ok();
  });
  // A payment was cancelled meanwhile, or another host prepared a file: the choice starts again.
  if (!added.ok && added.error.code === 'CONFLICT') return true;
  stored(added);
  ports.log.info({ messageId, payments: chosen.length, digest: file.digest }, 'bank file prepared');
  return true;
}

interface Choice {
  readonly chosen: readonly OutgoingPayment[];
  /** Why payments wait that no file can take; null if there are none. */
  readonly obstacle: string | null;
}

async function chooseWaiting(ports: PrepareFilesPorts, day: string, free: ReadonlySet<string>): Promise<Choice> {
  const { entry, store, messages } = ports;
  const { maxPerFile, maxPerDay, batch } = entry;
  const { invalidInCreditTransfer } = await messages();
  const ibans = new Set(entry.accounts.map(({ iban }) => iban));
  const limits = [maxPerFile, maxPerDay].filter((limit) => limit !== null);

  /** Why no file can take the payment; null if one can. */
  function obstacleTo(payment: OutgoingPayment): string | null {
    if (limits.some((limit) => payment.amount > limit)) return 'is above maxPerFile or maxPerDay';
    if (!ibans.has(payment.iban)) return `leaves ${payment.iban}, which is not configured any more`;
    const invalid = invalidInCreditTransfer(transferOf(payment));
    return invalid === null ? null : `cannot be written into a file: ${invalid}`;
  }

  return store.read(async (records) => {
    const leftToday = maxPerDay === null ? null : maxPerDay - spentOn(await records.get(DAYS, day));
    const waiting: WaitingPayment[] = [];
    const obstacles: string[] = [];
    const fileLimits = { maxPayments: batch.maxPayments, maxPerFile, leftToday };
    let chosen: readonly WaitingPayment[] = [];
    const limit = Math.max(LEAST_READ, Math.min(MOST_READ, batch.maxPayments));
    let last: RailRecord | undefined;
    do {
      const page = await records.list(PAYMENTS, { status: 'WAITING', limit, after: last });
      for (const record of page) {
        const payment = paymentOf(record);
        if (!free.has(payment.reference)) continue;
        const obstacle = obstacleTo(payment);
        if (obstacle === null) waiting.push({ ...payment, since: record.createdAt });
        else obstacles.push(`${payment.reference} of ${euros(payment.amount)} ${obstacle}`);
      }
      chosen = choosePayments(waiting, fileLimits);
      last = page.length < limit ? undefined : page.at(-1);
    } while (last !== undefined && chosen.length < batch.maxPayments && waiting.length < MOST_WAITING);
    if (waitsForMore(ports, chosen)) {
      const others = waiting.filter(({ scheme }) => scheme !== chosen[0]!.scheme);
      chosen = choosePayments(others, fileLimits);
      if (waitsForMore(ports, chosen)) chosen = [];
    }
    const [first] = obstacles;
    const others = obstacles.length === 1 ? '' : `, and ${obstacles.length - 1} more payments wait for such reasons`;
    return { chosen, obstacle: first === undefined ? null : `the waiting payment ${first}${others}` };
  });
}

type WaitingPayment = OutgoingPayment & { readonly since: Instant };

/**
 * Whether the payments wait for others, because the bank treats files of few payments in another way
 * (docs/rails/verification-of-payee.md). They do not wait beyond the cut-off.
 */
function waitsForMore({ entry, clock }: PrepareFilesPorts, chosen: readonly WaitingPayment[]): boolean {
  const { batch, timeZone, cutOff } = entry;
  if (chosen.length === 0 || chosen.length >= batch.minPayments) return false;
  const now = clock.now();
  const oldest = Math.min(...chosen.map(({ since }) => since));
  if (now >= plusSeconds(oldest as Instant, batch.waitSeconds)) return false;
  const { scheme } = chosen[0]!;
  const dateAt = (at: Instant): string => executionDate({ now: at, timeZone, cutOff, scheme });
  return dateAt(now) === dateAt(plusSeconds(now, batch.everySeconds));
}

interface NewBatch {
  readonly id: string;
  readonly batch: StoredBatch;
  readonly payments: readonly OutgoingPayment[];
}

/** One PmtInf for each account, in the order of the configuration. */
function batchesOf(
  { entry, random }: PrepareFilesPorts,
  {
    messageId,
    date,
    payments,
  }: { readonly messageId: string; readonly date: string; readonly payments: readonly OutgoingPayment[] },
): readonly NewBatch[] {
  const { ultimateDebtor, batchBooking: isBookedAsSum, uetr: hasUetr } = entry;
  return entry.accounts.flatMap(({ iban, bic, name, address }) => {
    const own = payments.filter((payment) => payment.iban === iban);
    if (own.length === 0) return [];
    const batch: StoredBatch = {
      ...{ messageId, iban, bic, name, address, ultimateDebtor, isBookedAsSum, hasUetr, executionDate: date },
      scheme: own[0]!.scheme,
      total: sumOf(own),
      references: own.map(({ reference }) => reference),
    };
    return [{ id: drawnId(random, 'P'), batch, payments: own }];
  });
}

const sumOf = (payments: readonly OutgoingPayment[]): bigint => payments.reduce((sum, { amount }) => sum + amount, 0n);

function releaseReason({ release, manualAbove }: BankFilesEntry, total: bigint): string | null {
  if (release === 'automatic') return null;
  if (manualAbove === null) return 'every file needs a release';
  return total > manualAbove ? `the sum is above ${euros(manualAbove)}` : null;
}

/** 409 CONFLICT if one of the payments waits no longer. */
async function filePayments(
  records: RailWrites,
  {
    messageId,
    paymentInformationId,
    batch,
  }: { readonly messageId: string; readonly paymentInformationId: string; readonly batch: StoredBatch },
): Promise<Result<void>> {
  const { references } = batch;
  const found = await records.getMany(PAYMENTS, references);
  if (found.length < references.length) return err('CONFLICT', 'a payment is gone');
  for (const record of found) {
    const next = statusAfter(paymentOf(record).status, 'file');
    if (next === null) return err('CONFLICT', `${record.key} waits no longer`);
    records.change(record, { status: next, value: { ...storedPayment(record), messageId, paymentInformationId } });
  }
  records.add({ collection: BATCHES, key: paymentInformationId, value: batch });
  return ok();
}

type Day = { readonly total: bigint };

const spentOn = (day: RailRecord | null): bigint => (day === null ? 0n : (day.value as Day).total);

/** Counts the sum of a file. 409 CONFLICT if the limit of the day does not cover it. */
async function spend(
  records: RailWrites,
  { maxPerDay }: BankFilesEntry,
  day: string,
  total: bigint,
): Promise<Result<void>> {
  const before = await records.get(DAYS, day);
  const after = spentOn(before) + total;
  if (maxPerDay !== null && after > maxPerDay) return err('CONFLICT', 'another file used the limit of the day');
  if (before === null) records.add({ collection: DAYS, key: day, value: { total: after } });
  else records.change(before, { value: { total: after } });
  return ok();
}

/** Gives the sum of a discarded file back to its day. */
export async function unspend(records: RailWrites, { day, total }: Pick<StoredFile, 'day' | 'total'>): Promise<void> {
  const before = await records.get(DAYS, day);
  if (before !== null) records.change(before, { value: { total: spentOn(before) - total } });
}

import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { FAILED_ATTEMPTS, JOBS } from '../../events/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../../exceptions/index.js';
import { type IdType, type Instant, isId, type Reads } from '../../kernel/index.js';
import { readAtBank } from '../../payments/index.js';
import { STABLECOIN_OPERATIONS } from '../../stablecoins/index.js';
import { DEPOSITS, type Transaction, TRANSACTIONS } from '../../transactions/index.js';

/** So many open exceptions of the platform are searched, and so many payments are listed. */
const MOST = 500;

/** Open exceptions about one record and what belongs to it. */
export interface ExceptionsAbout {
  /** Newest first. */
  readonly exceptions: readonly ExceptionRecord[];
  /** So many of the newest open exceptions of the platform were searched. */
  readonly searched: number;
  /** Whether there are open exceptions beyond those that were searched. */
  readonly isPartial: boolean;
}

/** Money that waits because of a block, and payments that left before it. */
export interface HeldMoney extends ExceptionsAbout {
  /** Payouts that no rail has yet, newest first. */
  readonly waiting: readonly Transaction[];
  /**
   * Payouts and collections whose rail was asked and has not answered, oldest first: a block holds the next attempt. Of the
   * newest 200 works that failed.
   */
  readonly retried: readonly RetriedPayment[];
  /** Payouts that a rail has or may have and that have not ended, oldest first; without those that are held or retried. */
  readonly atBank: readonly Transaction[];
  readonly isMoreAtBank: boolean;
}

export interface RetriedPayment {
  readonly payment: Transaction;
  /** Tenant's time; null if it is due. */
  readonly nextAt: Instant | null;
}

const SUBMITS: ReadonlySet<string> = new Set(['payout.submit', 'pull.submit']);
const EXAMINED = 200;

/** Those of the payments whose submission has failed and is tried again. */
async function retriedAmong(reads: Reads, payments: readonly Transaction[]): Promise<readonly RetriedPayment[]> {
  if (payments.length === 0) return [];
  const { rows } = await reads.list(FAILED_ATTEMPTS, { order: 'desc', limit: EXAMINED, counted: false });
  const submissions = rows.filter(({ work }) => SUBMITS.has(work));
  const jobs = await reads.getMany(
    JOBS,
    submissions.map(({ id }) => id),
  );
  const waiting = new Set<string>(jobs.filter(({ lastError }) => lastError !== null).map(({ id }) => id));
  const nextOf = new Map(
    submissions
      .filter(({ id }) => waiting.has(id))
      .map(({ subject, attempts }) => [subject, attempts.at(-1)?.nextAt ?? null] as const),
  );
  return payments.flatMap((payment) => (nextOf.has(payment.id) ? [{ payment, nextAt: nextOf.get(payment.id)! }] : []));
}

/** `subject`: a customer or an external account; null for the whole platform. */
export async function readHeldMoney(reads: Reads, subject: string | null): Promise<HeldMoney> {
  const processing = await processingOf(reads, subject);
  const open = await readOpenExceptions(reads, subject);
  const atBank = await readAtBank(reads, subject);
  const held = new Set(open.exceptions.filter(({ kind }) => kind === 'PAYMENT_HELD').map((each) => each.subject));
  const sent = atBank.payments.filter(({ id }) => !held.has(id));
  const retried = await retriedAmong(reads, sent);
  const again = new Set(retried.map(({ payment }) => payment.id));
  return {
    ...open,
    waiting: processing.filter(({ id, rail, submittedAt }) => rail !== null && submittedAt === null && !held.has(id)),
    retried,
    atBank: sent.filter(({ id }) => !again.has(id)),
    isMoreAtBank: atBank.hasMore,
  };
}

/** `subject`: a customer, an internal or an external account; null for the whole platform. */
export async function readOpenExceptions(reads: Reads, subject: string | null): Promise<ExceptionsAbout> {
  const query = { where: { status: 'OPEN' }, order: 'desc', limit: MOST, counted: false } as const;
  const open = await reads.list(EXCEPTIONS, query);
  const concerns = subject === null ? null : await concernedBy(reads, open.rows, subject);
  return {
    exceptions: concerns === null ? open.rows : open.rows.filter((exception) => concerns.has(exception.subject)),
    searched: open.rows.length,
    isPartial: open.hasMore,
  };
}

const SIDES = ['senderIdentifier', 'receiverIdentifier'] as const;

/** Payments that have not ended, newest first. Those of a customer are also those that others pay to its external accounts. */
async function processingOf(reads: Reads, subject: string | null): Promise<readonly Transaction[]> {
  const query = { order: 'desc', limit: MOST, counted: false } as const;
  const ofCustomer = subject !== null && isId('Customer', subject);
  const where = { status: 'PROCESSING', ...(ofCustomer && { customerId: subject }) } as const;
  const ofAccount = async (value: string): Promise<readonly Transaction[]> =>
    (await reads.list(TRANSACTIONS, { where: { status: 'PROCESSING' }, anyOf: { columns: SIDES, value }, ...query }))
      .rows;
  if (subject !== null && !ofCustomer) return ofAccount(subject);
  const { rows } = await reads.list(TRANSACTIONS, { where, ...query });
  if (!ofCustomer) return rows;
  const found = new Map(rows.map((payment) => [payment.id, payment]));
  const { rows: payees } = await reads.list(EXTERNAL_ACCOUNTS, { where: { owner: subject }, ...query });
  for (const { id } of payees) for (const payment of await ofAccount(id)) found.set(payment.id, payment);
  return [...found.values()].toSorted((a, b) => b.createdAt - a.createdAt);
}

/** The subjects of these exceptions that are payments, orders, deposits or accounts of the customer or the account. */
async function concernedBy(
  reads: Reads,
  exceptions: readonly ExceptionRecord[],
  whose: string,
): Promise<ReadonlySet<string>> {
  const subjects = exceptions.map(({ subject }) => subject);
  const ofType = (type: IdType): readonly string[] => subjects.filter((id) => isId(type, id));
  const payments = await reads.getMany(TRANSACTIONS, ofType('Transaction'));
  const orders = await reads.getMany(STABLECOIN_OPERATIONS, ofType('StablecoinOperation'));
  const deposits = await reads.getMany(DEPOSITS, ofType('Deposit'));
  const accounts = await reads.getMany(INTERNAL_ACCOUNTS, ofType('InternalAccount'));
  const paid = payments.map(({ receiverIdentifier }) => receiverIdentifier ?? '');
  const receivers = new Map<string, string | null>(
    [
      ...(await reads.getMany(
        INTERNAL_ACCOUNTS,
        paid.filter((id) => isId('InternalAccount', id)),
      )),
      ...(await reads.getMany(
        EXTERNAL_ACCOUNTS,
        paid.filter((id) => isId('ExternalAccount', id)),
      )),
    ].map(({ id, customerId }) => [id, customerId]),
  );
  const found: readonly (readonly [id: string, of: readonly (string | null)[]])[] = [
    ...payments.map(
      (each) =>
        [
          each.id,
          [each.customerId, ...SIDES.map((side) => each[side]), receivers.get(each.receiverIdentifier ?? '') ?? null],
        ] as const,
    ),
    ...orders.map(({ id, owner, collectedFrom, deliveredTo }) => [id, [owner, collectedFrom, deliveredTo]] as const),
    ...deposits.map(({ id, ownerId }) => [id, [ownerId]] as const),
    ...accounts.map(({ id, customerId }) => [id, [id, customerId]] as const),
  ];
  return new Set(found.filter(([, of]) => of.includes(whose)).map(([id]) => id));
}

import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../../exceptions/index.js';
import { type IdType, isId, type Reads } from '../../kernel/index.js';
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
  /** Payouts that a rail has and that have not ended, oldest first. */
  readonly atBank: readonly Transaction[];
  readonly isMoreAtBank: boolean;
}

/** `subject`: a customer or an external account; null for the whole platform. */
export async function readHeldMoney(reads: Reads, subject: string | null): Promise<HeldMoney> {
  const processing = await processingOf(reads, subject);
  const open = await readOpenExceptions(reads, subject);
  const atBank = await readAtBank(reads, subject);
  return {
    ...open,
    waiting: processing.filter(({ rail, submittedAt }) => rail !== null && submittedAt === null),
    atBank: atBank.payments,
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

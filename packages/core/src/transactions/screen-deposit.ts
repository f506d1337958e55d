import {
  bookEntry,
  creditObstacle,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type Remitter,
} from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { type ExceptionKind, EXCEPTIONS } from '../exceptions/index.js';
import {
  domainError,
  isId,
  ok,
  type Reads,
  type Result,
  type Sealer,
  type TenantKey,
  transition,
  type Unit,
} from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import type { Continuation, ScreenedParty, Screening } from '../screening/index.js';
import { arrivalOf, openRemitter, readableRemitter } from './arrival.js';
import { hastenAttempt, scheduleToBegin } from './begin-attempt.js';
import { DEPOSIT, type Deposit, DEPOSITS, returnReference, sendBack } from './deposit.js';
import { openStopped, wasOwnerStopped } from './hold-deposit.js';
import { depositParties, remitterParty } from './payment-parties.js';
import { incomingDeposit } from './receive-deposit.js';
import { type Clearance, clearanceOf, type Movement, screenedBy, type ScreenPorts } from './screen-payment.js';

/** Whether arrived money is kept until an answer: it is screened, and its rail named the sender. */
export const isScreenedArrival = (ports: ScreenPorts, tenant: TenantKey, remitter: Remitter | null): boolean =>
  screenedBy(ports, tenant) !== null && remitter !== null && remitterParty(remitter, '') !== null;

/** Asks about money that has arrived for an account and is kept until the answer. */
export async function askAboutDeposit(
  unit: Unit,
  ports: ScreenPorts,
  deposit: Deposit,
  remitter: Remitter | null,
): Promise<Clearance> {
  return clearanceOf(unit, ports, deposit.id, () => movementOf(unit, ports, deposit, remitter, 'IN'));
}

/** As `askAboutDeposit`, about one that is kept until an operator credits it; `GO` for one that is not kept. */
export async function askAboutKept(unit: Unit, ports: ScreenPorts, id: string): Promise<Clearance> {
  const deposit = isId('Deposit', id) ? await unit.tx.get(DEPOSITS, id) : null;
  if (deposit?.status !== 'KEPT') return 'GO';
  return askAboutDeposit(unit, ports, deposit, await remitterOf(unit, ports, deposit));
}

/** Whether a deposit may go back to its sender: as `clearanceOf`. */
export async function mayReturn(unit: Unit, ports: ScreenPorts, deposit: Deposit): Promise<Clearance> {
  return clearanceOf(unit, ports, deposit.id, async () =>
    movementOf(unit, ports, deposit, await remitterOf(unit, ports, deposit), 'OUT'),
  );
}

async function remitterOf({ tx }: Unit, { sealer }: ScreenPorts, { id }: Deposit): Promise<Remitter | null> {
  const arrival = await arrivalOf(tx, { depositId: id });
  return arrival === null ? null : openRemitter(sealer, arrival);
}

async function movementOf(
  { tx }: Unit,
  ports: ScreenPorts,
  deposit: Deposit,
  remitter: Remitter | null,
  direction: 'IN' | 'OUT',
): Promise<Movement> {
  const { id, currency, amount } = deposit;
  return {
    ...{ subject: id, occasion: 'ARRIVAL' },
    parties: await depositParties(tx, ports, deposit, remitter),
    payment: async () => ({ id, direction, currency, amount, paymentRail: null, sums: [] }),
  };
}

/** Whether a deposit is kept for the answer alone. Every other one that is kept has an exception, decided or not. */
async function isAwaited(reads: Reads, deposit: Deposit): Promise<boolean> {
  return deposit.status === 'KEPT' && !(await hasException(reads, deposit, ['DEPOSIT_HELD', 'DEPOSIT_REFUSED']));
}

/** Whether the rail wants a deposit back: then no answer credits it, because the money may have gone back already. */
const isTakenBack = (reads: Reads, deposit: Deposit): Promise<boolean> =>
  hasException(reads, deposit, ['RECALL', 'RAIL_CONTRADICTION']);

async function hasException(reads: Reads, { id }: Deposit, kinds: readonly ExceptionKind[]): Promise<boolean> {
  const { rows } = await reads.list(EXCEPTIONS, { where: { subject: id }, order: 'asc', limit: 50, counted: false });
  return rows.some(({ kind }) => kinds.includes(kind));
}

/**
 * The sender of a deposit that is kept, for the daily rounds; null if the deposit does not wait any more, and if the sender
 * cannot be opened: the deposit is kept then, and one altered record must not end the round of all others.
 */
export const senderParty =
  (sealer: Sealer) =>
  async (reads: Reads, id: string): Promise<ScreenedParty | null> => {
    const deposit = isId('Deposit', id) ? await reads.get(DEPOSITS, id) : null;
    const arrival = deposit?.status === 'KEPT' ? await arrivalOf(reads, { depositId: deposit.id }) : null;
    const remitter = arrival === null ? null : readableRemitter(sealer, arrival);
    return remitter === null ? null : remitterParty(remitter, id);
  };

/** What an answer about arrived money does with it. */
export const answeredDeposit = (ports: ScreenPorts): Continuation => ({
  clear: (unit, screening) => goOn(unit, ports, screening),
  confirmed: async (unit, { subject }) => {
    const deposit = await unit.tx.get(DEPOSITS, subject);
    if (deposit !== null && (await isAwaited(unit.tx, deposit))) await openStopped(unit, deposit);
    if (deposit?.status === 'IN_SUSPENSE') await hastenAttempt(unit, returnReference(deposit));
    return ok();
  },
  held: async (unit, { subject }) => {
    const deposit = await unit.tx.get(DEPOSITS, subject);
    if (deposit?.status === 'IN_SUSPENSE') await hastenAttempt(unit, returnReference(deposit));
    return ok();
  },
  releases: async (reads, subject) => {
    const deposit = await reads.get(DEPOSITS, subject);
    if (deposit === null || (deposit.status !== 'IN_SUSPENSE' && !(await isAwaited(reads, deposit)))) return null;
    return { currency: deposit.currency, amount: deposit.amount };
  },
});

/**
 * Credits money that was kept for its answer, or lets its return begin. Sender and owner can have changed since the
 * question: then they are asked about again. A block of the owner, also one that has ended while the money waited, and a recall keep the money, and an account that cannot take it any
 * more sends it back.
 */
async function goOn(unit: Unit, ports: ScreenPorts, { subject, createdAt }: Screening): Promise<Result<void>> {
  const { tx } = unit;
  const deposit = await tx.get(DEPOSITS, subject);
  if (deposit?.status === 'IN_SUSPENSE') await hastenAttempt(unit, returnReference(deposit));
  if (deposit === null || !(await isAwaited(tx, deposit))) return ok();
  const clearance = await askAboutDeposit(unit, ports, deposit, await remitterOf(unit, ports, deposit));
  if (clearance !== 'GO') return ok();
  if ((await wasOwnerStopped(tx, deposit, createdAt)) || (await isTakenBack(tx, deposit))) {
    await openStopped(unit, deposit);
    return ok();
  }
  const account = await tx.find(INTERNAL_ACCOUNTS, 'reference', [deposit.reference]);
  const obstacle = account === null ? 'CLOSED' : await creditObstacle(tx, account.id, deposit.amount);
  return account === null || obstacle !== null ? returnNow(unit, deposit) : credit(unit, deposit, account);
}

function returnNow(unit: Unit, deposit: Deposit): Result<void> {
  const moved = sendBack(unit, deposit);
  if (!moved.ok) return moved;
  scheduleToBegin(unit, { kind: 'suspense.return', subject: deposit.id }, returnReference(moved.value.record));
  return ok();
}

const CANNOT_TAKE = domainError('CONFLICT', 'the account cannot take the money of the deposit at this moment');

/** Moves the money from suspense to its account, as a completed INCOMING transaction. */
async function credit(unit: Unit, deposit: Deposit, account: InternalAccount): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { amount, currency, rail } = deposit;
  const owner = account.customerId === null ? null : await tx.get(CUSTOMERS, account.customerId);
  const { id } = incomingDeposit(unit, { account, owner, amount, rail });
  const left = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'credit', { creditedAs: id });
  if (!left.ok) return left;
  const lines = [
    { account: chart.suspense(ctx.tenant, currency), amount: -amount },
    { account: chart.available(account.id, currency), amount },
  ];
  return bookEntry(unit, { kind: 'SUSPENSE_CREDIT', cause: id, lines }, [account], CANNOT_TAKE);
}

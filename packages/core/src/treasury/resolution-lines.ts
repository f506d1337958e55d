import { type InternalAccount, INTERNAL_ACCOUNTS, platformAccount, takeBack } from '../accounts/index.js';
import type { ExceptionRecord, Moved } from '../exceptions/index.js';
import { err, isId, ok, type Reads, type Result, type Tx } from '../kernel/index.js';
import type { Line } from '../ledger/index.js';
import { DEPOSITS, sideOf, TRANSACTIONS } from '../transactions/index.js';
import { DO_NOTHING, type Moving } from './resolutions.js';
import { atStake } from './stake.js';

/** The movement of a resolution, with the internal account involved; null if there is none. */
export interface Movement {
  readonly rule: Moving;
  /** In smallest units: the amount of the exception, or what is left of it. */
  readonly amount: bigint;
  /** Whether the money went out in addition to the payment's own. */
  readonly again: boolean;
  /** What of the amount of the exception went out in addition to that, in smallest units. */
  readonly rest: bigint;
  readonly account: InternalAccount | null;
}

/**
 * The movement of an entry, before it is posted. 400 INVALID_INPUT if an account is missing, not allowed, or of another
 * customer than the payment; 404
 * REFERENCE_NOT_FOUND; 400 INVALID_CURRENCY; 403 USER_NOT_READY for a credit to a closed account; 409 CONFLICT if
 * nothing is owed any more, or the platform would pay itself.
 */
export async function movementOf(
  reads: Reads,
  exception: ExceptionRecord,
  rule: Moving,
  named: string | null,
): Promise<Result<Movement>> {
  const railed = checkRail(exception, rule);
  if (!railed.ok) return railed;
  const account = await accountOf(reads, exception, rule, named);
  if (!account.ok) return account;
  const stake = await atStake(reads, exception, rule);
  return stake.ok ? ok({ rule, ...stake.value, account: account.value }) : stake;
}

/** How much an entry would move, whatever account it names; the errors of `movementOf` that no account can change. */
export async function movableAmount(reads: Reads, exception: ExceptionRecord, rule: Moving): Promise<Result<bigint>> {
  const railed = checkRail(exception, rule);
  if (!railed.ok) return railed;
  const stake = await atStake(reads, exception, rule);
  return stake.ok ? ok(stake.value.amount) : stake;
}

function checkRail({ id, rail }: ExceptionRecord, { from, to }: Moving): Result<void> {
  if (rail !== null || (from !== 'outside' && to !== 'outside')) return ok();
  return err(
    'CONFLICT',
    `${id} names no rail, so nothing can be booked to the clearing account of a rail; ${DO_NOTHING}`,
  );
}

async function accountOf(
  reads: Reads,
  { kind, subject, currency }: ExceptionRecord,
  { from, to }: Moving,
  named: string | null,
): Promise<Result<InternalAccount | null>> {
  if (from === 'platform') {
    const account = await platformAccount(reads, currency);
    return account.id === subject
      ? err('CONFLICT', 'the debtor is the account of the platform itself; choose another resolution')
      : ok(account);
  }
  if (from !== 'account' && to !== 'account') {
    return named === null ? ok(null) : err('INVALID_INPUT', 'account: is not allowed for this resolution');
  }
  const spent = kind === 'CARD_EXCESS' ? await spentFrom(reads, subject) : null;
  const id = spent ?? named ?? (await accountNamedBy(reads, subject));
  if (id === null) return err('INVALID_INPUT', 'account: the id of an internal account is required');
  if (named !== null && named !== id)
    return err('INVALID_INPUT', `account: must be ${id}, the funding source of the card`);
  const account = isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null;
  if (account === null) return err('REFERENCE_NOT_FOUND', `account: ${id} does not exist`);
  if (account.currency !== currency)
    return err('INVALID_CURRENCY', `account: ${id} is in ${account.currency}, the exception in ${currency}`);
  if (to === 'account' && account.status === 'CLOSED') return err('USER_NOT_READY', `account: ${id} is closed`);
  const whose = await customerOf(reads, subject);
  if (whose !== null && account.customerId !== null && account.customerId !== whose) {
    const other = `belongs to ${account.customerId}, the payment to ${whose}`;
    return err('INVALID_INPUT', `account: ${id} ${other}; name an account of that customer or of the platform`);
  }
  return ok(account);
}

/** The customer whose payment it is; null for any other subject. */
const customerOf = async (reads: Reads, subject: string): Promise<string | null> =>
  isId('Transaction', subject) ? ((await reads.get(TRANSACTIONS, subject))?.customerId ?? null) : null;

/** The account that a resolution takes or credits if the operator names none; null if one must be named. */
export const impliedAccount = async (
  reads: Reads,
  { kind, subject }: Pick<ExceptionRecord, 'kind' | 'subject'>,
): Promise<string | null> =>
  (kind === 'CARD_EXCESS' ? await spentFrom(reads, subject) : null) ?? accountNamedBy(reads, subject);

/** The funding source of the card with which a transaction was made; null if it was made with none. */
const spentFrom = async (reads: Reads, transactionId: string): Promise<string | null> =>
  (await reads.get(TRANSACTIONS, transactionId))?.card?.accountId ?? null;

/** The account whose reference the payer of a deposit used; null if there is none. */
async function accountNamedBy(reads: Reads, subject: string): Promise<string | null> {
  const deposit = isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
  const account = deposit === null ? null : await reads.find(INTERNAL_ACCOUNTS, 'reference', [deposit.reference]);
  return account?.id ?? null;
}

/** The lines of the entry. Reading them locks the accounts that are debited. */
export async function resolutionLines(
  tx: Tx,
  exception: ExceptionRecord,
  movement: Movement,
): Promise<readonly Line[]> {
  const { rule, amount, account } = movement;
  const credit: Line = { account: await sideOf(tx, exception, rule.to, account), amount };
  if (rule.from === 'account' || rule.from === 'platform') return [...(await takeBack(tx, account!, amount)), credit];
  return [{ account: await sideOf(tx, exception, rule.from, account), amount: -amount }, credit];
}

/** What the movement is stored as on its exception. */
export const movedBy = ({ rule: { from, to }, amount, again, account }: Movement): Moved => ({
  from,
  to,
  account: account?.id ?? null,
  amount,
  ...(again && { again }),
});

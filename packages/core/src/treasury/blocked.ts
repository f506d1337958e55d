import type { InternalAccount } from '../accounts/index.js';
import { blockedParties, namedParties, type Parties, pinnedBlockedParties } from '../blocks/index.js';
import type { ExceptionRecord } from '../exceptions/index.js';
import { err, isId, ok, type Reads, type Result, type TenantKey, type Tx } from '../kernel/index.js';
import { whatIsUndecided } from '../screening/index.js';
import { operationParties, STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import {
  DEPOSITS,
  heldOn,
  instructedOf,
  instructedParties,
  isHeldAtRail,
  isUnconfirmed,
  partiesOf,
  pulledFrom,
  TRANSACTIONS,
} from '../transactions/index.js';
import type { Rule } from './resolutions.js';

/**
 * Whether a resolution sends no money out of reach while operators have stopped its owner. Money may be booked to an
 * account of its owner, written off, and go back inside the ledger. 409 CONFLICT, which names what is blocked.
 */
export async function checkBlocks(
  reads: Reads,
  tenant: TenantKey,
  exception: ExceptionRecord,
  rule: Rule,
  account: InternalAccount | null,
): Promise<Result<void>> {
  const parties = await partiesPaid(reads, exception, rule, account);
  const free = parties === null ? ok() : refusalFor(tenant, exception, await blockedParties(reads, tenant, parties));
  return free.ok ? checkScreening(reads, exception, rule, account) : free;
}

/** `checkBlocks`, for the unit that resolves: a block that commits first makes the unit run again. */
export async function checkPinnedBlocks(
  tx: Tx,
  tenant: TenantKey,
  exception: ExceptionRecord,
  rule: Rule,
  account: InternalAccount | null,
): Promise<Result<void>> {
  const parties = await partiesPaid(tx, exception, rule, account);
  const free = parties === null ? ok() : refusalFor(tenant, exception, await pinnedBlockedParties(tx, tenant, parties));
  return free.ok ? checkScreening(tx, exception, rule, account) : free;
}

function refusalFor(tenant: TenantKey, exception: ExceptionRecord, blocked: readonly string[]): Result<void> {
  if (blocked.length === 0) return ok();
  const named = namedParties(tenant, blocked);
  // What a rail may have, or keeps, has no other resolution (`keptBy`).
  const isAtRail = isHeldAtRail(exception) || isUnconfirmed(exception);
  return err(
    'CONFLICT',
    isAtRail
      ? `${named} is blocked, so this money must not leave; unblock first, or cancel the payment if its rail can`
      : `${named} is blocked, so this money must not leave; unblock first, or choose another resolution`,
  );
}

/**
 * Whether screening lets a resolution move money: not while its question has no answer, and not while a match of it is
 * not cleared. Money that arrived must then not be credited either; to write it off is possible. A payment that goes on
 * and money that is sent again are screened by their job. 409 CONFLICT.
 */
async function checkScreening(
  reads: Reads,
  exception: ExceptionRecord,
  rule: Rule,
  account: InternalAccount | null,
): Promise<Result<void>> {
  if (!(await mustBeScreened(reads, exception, rule, account))) return ok();
  const undecided = await whatIsUndecided(reads, exception.subject);
  if (undecided === null) return ok();
  const { kind, screening } = undecided;
  return err('CONFLICT', `${SCREENED[kind]} (${screening}), so this money must not move now`);
}

async function mustBeScreened(
  reads: Reads,
  { kind, subject }: ExceptionRecord,
  rule: Rule,
  account: InternalAccount | null,
): Promise<boolean> {
  switch (kind) {
    case 'PAYMENT_HELD':
      return rule.does === 'again';
    case 'DEPOSIT_HELD':
    case 'DEPOSIT_REFUSED':
      // The account of the owner too: its money is not credited before the answer.
      return leaves(rule, null, null);
    case 'REFUND_FAILED': {
      const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
      if (payment === null || (rule.does === 'again' && heldOn(payment) !== null)) return false;
      return leaves(rule, account, payment.customerId);
    }
    default:
      return false;
  }
}

const SCREENED = {
  ASKED: 'the provider that screens the money has not answered',
  OPEN: 'the money has a match that no operator has decided about; clear or confirm it first',
  CONFIRMED: 'operators confirmed a match of the money',
} as const;

/** Whose block forbids the resolution; null if none does, because the money stays with its owner or the service. */
async function partiesPaid(
  reads: Reads,
  exception: ExceptionRecord,
  rule: Rule,
  account: InternalAccount | null,
): Promise<Parties | null> {
  const { kind, subject } = exception;
  switch (kind) {
    case 'PAYMENT_HELD': {
      if (rule.does !== 'again') return null;
      const instructed = isHeldAtRail(exception) ? await instructedOf(reads, exception) : null;
      if (instructed !== null) return instructedParties(reads, instructed);
      const operation = isId('StablecoinOperation', subject) ? await reads.get(STABLECOIN_OPERATIONS, subject) : null;
      if (operation !== null) return operationParties(operation);
      const payment = await reads.get(TRANSACTIONS, subject);
      return payment === null ? null : (await partiesOf(reads, [payment]))[0]!;
    }
    case 'REFUND_FAILED': {
      const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
      if (payment === null || !leaves(rule, account, payment.customerId)) return null;
      // A retry gives held money back to its account.
      if (rule.does === 'again' && heldOn(payment) !== null) return null;
      return { customers: [payment.customerId], payees: rule.does === 'again' ? [pulledFrom(payment)] : [] };
    }
    case 'DEPOSIT_HELD':
    case 'DEPOSIT_REFUSED': {
      const deposit = isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
      if (deposit === null || !leaves(rule, account, deposit.ownerId)) return null;
      return { customers: [deposit.ownerId] };
    }
    case 'RECALL': {
      const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
      const isReturned = rule.does === 'entry' && rule.from === 'account' && rule.to === 'outside';
      return isReturned && payment !== null ? { customers: [payment.customerId] } : null;
    }
    default:
      return null;
  }
}

/** Whether a resolution takes waiting money away from its owner: out of the ledger, or to another account. */
function leaves(rule: Rule, account: InternalAccount | null, owner: string | null): boolean {
  if (rule.does !== 'entry') return rule.does === 'again';
  if (rule.to === 'account') return account === null || account.customerId !== owner;
  return rule.to !== 'loss';
}

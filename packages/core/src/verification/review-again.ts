import { findCustomer } from '../customers/index.js';
import { JOBS, type JobKind, reschedule, schedule } from '../events/index.js';
import type { Unit } from '../kernel/index.js';
import { findOwner } from './holdings.js';
import { VERIFICATIONS } from './verification.js';

/**
 * Asks the provider once more, now, if its decision is open. The job of the submission stays, so a lost question costs
 * nothing but time. A question that is under way may have been answered before the change: it is asked again.
 */
export async function reviewAgain(unit: Unit, subject: string): Promise<boolean> {
  const { tx, ctx } = unit;
  const kind = await openJob(unit, subject);
  if (kind === null) return false;
  const dedupe = `${kind} ${subject}`;
  const waiting = await tx.find(JOBS, 'dedupe', [dedupe]);
  if (waiting === null) schedule(unit, { kind, subject, dueAt: ctx.hostNow, dedupe });
  else reschedule(tx, ctx, waiting, 0);
  return true;
}

async function openJob({ tx }: Pick<Unit, 'tx'>, subject: string): Promise<JobKind | null> {
  const verification = await tx.get(VERIFICATIONS, subject);
  if (verification !== null) {
    const isOpen = verification.verificationStatus === 'IN_PROGRESS';
    return isOpen && (await findCustomer(tx, verification.customerId)).ok ? 'kyc.review' : null;
  }
  const found = await findOwner(tx, subject);
  if (!found.ok || found.value.owner.kycStatus !== 'PENDING') return null;
  // Before the business is approved, its review decides on its owners.
  return found.value.business.kycStatus === 'APPROVED' ? 'kyc.review-owner' : null;
}

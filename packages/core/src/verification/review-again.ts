import { findCustomer } from '../customers/index.js';
import { JOBS, type JobKind, reschedule, schedule } from '../events/index.js';
import type { Instant, Unit } from '../kernel/index.js';
import type { BeneficialOwner } from './beneficial-owner.js';
import { findOwner } from './holdings.js';
import { type KycLink, KYC_LINKS } from './kyc-link.js';
import { VERIFICATIONS } from './verification.js';

/**
 * Asks the provider once more, now, if its decision on a verification or an owner, or a link to its page, is open. The
 * job of the submission stays, so a lost question costs nothing but time. A question that is under way may have been answered before the change: it is asked again.
 */
export async function reviewAgain(unit: Unit, subject: string): Promise<boolean> {
  const { tx, ctx } = unit;
  const kind = await openJob(unit, subject);
  if (kind === null) return false;
  const dedupe = questionKey(kind, subject);
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
  const link = await tx.get(KYC_LINKS, subject);
  if (link !== null) {
    const isOpen = link.status === 'OPEN' && link.hostedBy !== null;
    return isOpen && (await findCustomer(tx, link.customerId)).ok ? 'kyc.link' : null;
  }
  const found = await findOwner(tx, subject);
  if (!found.ok || found.value.owner.kycStatus !== 'PENDING') return null;
  // Before the business is approved, its review decides on its owners.
  return found.value.business.kycStatus === 'APPROVED' ? 'kyc.review-owner' : null;
}

/** One job asks about an owner or a link, so that a message finds it. */
const questionKey = (kind: JobKind, subject: string): string => `${kind} ${subject}`;

/** Schedules the separate review of an owner who was added after the business was submitted. */
export function askAboutOwner(unit: Unit, subject: BeneficialOwner['id']): void {
  const kind = 'kyc.review-owner';
  schedule(unit, { kind, subject, dueAt: unit.ctx.hostNow, dedupe: questionKey(kind, subject) });
}

/** Schedules the first question about a link to the page of the provider. */
export function askAboutLink(unit: Unit, subject: KycLink['id'], dueAt: Instant): void {
  schedule(unit, { kind: 'kyc.link', subject, dueAt, dedupe: questionKey('kyc.link', subject) });
}

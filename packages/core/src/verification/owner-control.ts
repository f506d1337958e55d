import type { Customer } from '../customers/index.js';
import { err, readAll, type Reads, type Result, ok, type Sealer } from '../kernel/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS } from './beneficial-owner.js';
import { ownerChange, type OwnerChange } from './identity-change.js';
import { pendingChange } from './identity-reviews.js';
import { missingOwners, REPORTABLE_PPM } from './lacking.js';

/** What an owner owns and controls. */
export type OwnerControl = Partial<Pick<BeneficialOwner, 'roles' | 'ownershipPpm'>>;

/** The roles for which a business must name an owner. */
const CONTROL_ROLES = ['CONTROL_PERSON', 'UBO'] as const;

/**
 * Splits a change of an approved owner: a share that crosses 25 % and a new control role are verified first; so is
 * every further change of what is proposed already.
 */
export function splitControl(
  owner: BeneficialOwner,
  change: OwnerControl,
  pending: OwnerChange,
): { readonly proposed: OwnerControl; readonly atOnce: OwnerControl } {
  const { roles, ownershipPpm } = change;
  const adds = roles !== undefined && CONTROL_ROLES.some((role) => roles.includes(role) && !owner.roles.includes(role));
  const crosses = ownershipPpm !== undefined && ownershipPpm >= REPORTABLE_PPM !== owner.ownershipPpm >= REPORTABLE_PPM;
  const waits = {
    roles: adds || pending.roles !== undefined,
    ownershipPpm: crosses || pending.ownershipPpm !== undefined,
  };
  const differs = {
    roles: roles !== undefined && !isSameSet(roles, owner.roles),
    ownershipPpm: ownershipPpm !== undefined && ownershipPpm !== owner.ownershipPpm,
  };
  return {
    proposed: {
      ...(waits.roles && differs.roles && { roles: roles! }),
      ...(waits.ownershipPpm && differs.ownershipPpm && { ownershipPpm: ownershipPpm! }),
    },
    atOnce: {
      ...(!waits.roles && roles !== undefined && { roles }),
      ...(!waits.ownershipPpm && ownershipPpm !== undefined && { ownershipPpm }),
    },
  };
}

/** Whether the change has another share or other roles than the owner. */
export const changesControl = (owner: BeneficialOwner, { roles, ownershipPpm }: OwnerControl): boolean =>
  (roles !== undefined && !isSameSet(roles, owner.roles)) ||
  (ownershipPpm !== undefined && ownershipPpm !== owner.ownershipPpm);

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((each) => b.includes(each));

/**
 * CONFLICT if an approved business would lack a control person, or an owner of 25 % or more or with the role UBO, once
 * the owner is `changed` (null: deleted). Only approved owners count, each with the least of what it has and what is
 * proposed for it, so that no later approval leaves the business without them.
 */
export async function keepsNeededOwners(
  reads: Reads,
  sealer: Sealer,
  business: Customer,
  owner: BeneficialOwner,
  changed: OwnerControl | null,
): Promise<Result<void>> {
  if (business.kycStatus !== 'APPROVED') return ok();
  const owners = await readAll(reads, BENEFICIAL_OWNERS, { customerId: business.id, deletedAt: null });
  const left: BeneficialOwner[] = [];
  for (const each of owners) {
    if (each.kycStatus !== 'APPROVED' || (each.id === owner.id && changed === null)) continue;
    const pending = await pendingChange(reads, business, each.id);
    const proposed = pending === null ? {} : ownerChange(sealer, pending, each.id);
    const assured = atLeast(each, proposed);
    left.push(each.id === owner.id ? atLeast(assured, changed!) : assured);
  }
  return missingOwners(business.id, left).length > 0 ? NEEDED : ok();
}

const atLeast = (
  owner: BeneficialOwner,
  { roles, ownershipPpm = owner.ownershipPpm }: OwnerControl,
): BeneficialOwner => ({
  ...owner,
  roles: owner.roles.filter((role) => (roles ?? owner.roles).includes(role)),
  ownershipPpm: Math.min(owner.ownershipPpm, ownershipPpm),
});

const NEEDED = err(
  'CONFLICT',
  'an approved business keeps an approved owner with the role CONTROL_PERSON, and one of 25 % or more or with the role UBO; add the new owner, and change or delete this one after the approval',
);

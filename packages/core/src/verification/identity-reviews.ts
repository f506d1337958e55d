import {
  applyIdentity,
  type Customer,
  type CustomerAccounts,
  CUSTOMERS,
  identityPaths,
  type IdentityChange,
  type IdentityReviews,
  isEmptyChange,
  nameKind,
  type OpenCustomer,
  openCustomer,
  UNDER_REVIEW,
} from '../customers/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  invalidFields,
  newRecord,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type Tx,
  update,
} from '../kernel/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS, identifierOf } from './beneficial-owner.js';
import { holdingsOf } from './holdings.js';
import {
  customerChange,
  isWithin,
  mergeChanges,
  ownerChange,
  type OwnerChange,
  sealChange,
  withIdentity,
  withoutPaths,
} from './identity-change.js';
import { invalidInPerson, showsIdentity } from './lacking.js';
import {
  moveVerification,
  openChanges,
  type SubmitPorts,
  submitDocuments,
  emitVerification,
} from './submit-verification.js';
import { type Proposal, type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import { VERIFICATION } from './verification-states.js';

export interface IdentityPorts extends SubmitPorts {
  readonly accounts: Pick<CustomerAccounts, 'markUnderReview'>;
}

/**
 * Changes of a verified identity. Each change has its own verification, and takes effect when that verification is
 * approved.
 */
export const identityReviews = (ports: IdentityPorts): IdentityReviews => ({
  async propose(tx, ctx, customer, identity, named) {
    const open = openCustomer(ports.sealer, customer);
    const errors = invalidInPerson(withIdentity(open, identity), ctx.now)
      .filter(({ field }) => field !== null && identityPaths(identity).includes(field))
      .map(({ field, reason }) => ({ field: field!, message: reason }));
    if (errors.length > 0) return invalidFields(errors);
    const pending = await pendingChange(tx, customer, customer.id);
    if (pending !== null) {
      const asked = customerChange(ports.sealer, pending, customer);
      return correct(ports, tx, ctx, customer, pending, asked, identity, named);
    }
    if (isEmptyChange(identity)) return ok(customer);
    const proposed = withIdentity(open, identity);
    const { fullName, businessInfo } = proposed;
    const needsPerson = identity.fullName !== undefined && (await isUnprovenName(tx, proposed));
    const deciding = needsPerson ? null : (fullName ?? businessInfo?.registrationNumber ?? '');
    return beginReview(ports, tx, ctx, customer, customer.id, identity, deciding);
  },
  isUnderReview,
});

/** Whether the name is a single word that no identity document of the customer can show. */
async function isUnprovenName(reads: Reads, { id, fullName, nationality }: OpenCustomer): Promise<boolean> {
  if (fullName === null || nameKind(fullName, nationality) !== 'single') return false;
  const { documents } = await holdingsOf(reads, id);
  return !showsIdentity(documents.filter(({ documentHolder }) => documentHolder === id));
}

/** Whether the customer's first verification is under review. */
export async function isUnderReview(reads: Reads, { id }: Customer): Promise<boolean> {
  const first = await reads.find(VERIFICATIONS, 'customer', [id]);
  return first !== null && isLookedAt(first);
}

/** The verification of the customer that is under review, be it the first, one of a change or a renewal; null if there is none. */
export async function openReview(reads: Reads, customer: Customer): Promise<Verification | null> {
  const first = await reads.find(VERIFICATIONS, 'customer', [customer.id]);
  const verifications = [...(first === null ? [] : [first]), ...(await openChanges(reads, customer))];
  return verifications.find(isLookedAt) ?? null;
}

/** Whether a page would ask the customer for anything: it is not decided, or a change waits for more, and nothing is under review. */
export async function hasSomethingToAsk(reads: Reads, customer: Customer): Promise<boolean> {
  if (customer.kycStatus === 'REJECTED' || (await openReview(reads, customer)) !== null) return false;
  return customer.kycStatus !== 'APPROVED' || (await openChanges(reads, customer)).length > 0;
}

const isLookedAt = ({ verificationStatus }: Verification): boolean =>
  verificationStatus === 'IN_PROGRESS' || verificationStatus === 'PENDING_MANUAL_REVIEW';

/** Proposes a change of an approved owner of an approved business. The errors of `IdentityReviews.propose`. */
export async function proposeOwner(
  ports: IdentityPorts,
  tx: Tx,
  ctx: Context,
  business: Customer,
  owner: BeneficialOwner,
  change: OwnerChange,
  named: readonly string[],
): Promise<Result<Customer>> {
  const pending = await pendingChange(tx, business, owner.id);
  if (pending !== null) {
    const asked = ownerChange(ports.sealer, pending, owner.id);
    return correct(ports, tx, ctx, business, pending, asked, change, named);
  }
  if (Object.keys(change).length === 0) return ok(business);
  return beginReview(ports, tx, ctx, business, owner.id, change, change.lastName ?? owner.lastName);
}

/** The undecided change of the customer or of one of its owners; null if there is none. */
export async function pendingChange(
  reads: Reads,
  { identityReviews: ids }: Customer,
  resourceId: Proposal['resourceId'],
): Promise<Verification | null> {
  for (const id of ids) {
    const verification = await reads.get(VERIFICATIONS, id);
    if (verification?.proposal?.resourceId === resourceId) return verification;
  }
  return null;
}

/**
 * Stores a change with its verification. A provider may decide at once by the text `deciding`, as the one of the sandbox
 * does; without a text, a person decides.
 */
async function beginReview(
  ports: IdentityPorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  resourceId: Proposal['resourceId'],
  change: IdentityChange | OwnerChange,
  deciding: string | null,
): Promise<Result<Customer>> {
  const { environment } = splitTenant(ctx.tenant);
  const born = birth(VERIFICATION, 'submit');
  const id = ports.ids.next('Verification');
  const verification: Verification = {
    customerId: customer.id,
    verificationStatus: born.to,
    errors: [],
    provider: ports.providers[environment].name,
    isChange: true,
    link: null,
    renews: null,
    ...sealChange(ports.sealer, id, resourceId, change),
    ...newRecord(id, ctx),
  };
  tx.add(VERIFICATIONS, verification);
  const unit = { tx, ctx, ids: ports.ids };
  emitVerification(unit, verification, born.emits);
  submitDocuments(tx, ctx, verification, await holdingsOf(tx, customer.id));
  const held = update(tx, ctx, CUSTOMERS, customer, {
    identityReviews: [...customer.identityReviews, verification.id],
  });
  const outcome = deciding === null ? null : (ports.providers[environment].decideAtOnce?.(deciding) ?? null);
  if (outcome !== null) {
    const errors = outcome === 'reject' ? [rejectionOf(resourceId)] : [];
    return customerOf(await decideChange(ports, tx, ctx, held, verification, outcome, errors));
  }
  await ports.accounts.markUnderReview(tx, customer.id, true);
  if (deciding === null) {
    const referred = moveVerification(unit, verification, 'refer', []);
    return referred.ok ? ok(held) : referred;
  }
  schedule(unit, { kind: 'kyc.review', subject: verification.id, dueAt: ctx.hostNow });
  return ok(held);
}

const rejectionOf = (resourceId: string): VerificationError => ({
  resourceId,
  type: 'APPLICANT_REJECTED',
  field: null,
  acceptedDocumentTypes: null,
  reason: 'the sandbox rejects this identity',
});

const customerOf = (decided: Result<DecidedChange>): Result<Customer> =>
  decided.ok ? ok(decided.value.customer) : decided;

/**
 * A further change while one is pending. A pending change under review cannot be changed. In RESOLVE_ERRORS it takes
 * the new values and drops the fields that the request sets back to their verified values; a change without any field
 * left is withdrawn.
 */
async function correct<C extends IdentityChange | OwnerChange>(
  ports: IdentityPorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  pending: Verification,
  asked: C,
  change: C,
  named: readonly string[],
): Promise<Result<Customer>> {
  if (isLookedAt(pending)) return isWithin(change, asked) ? ok(customer) : err('CONFLICT', UNDER_REVIEW);
  const corrected = mergeChanges(withoutPaths(asked, named), change);
  if (Object.keys(corrected).length === 0) {
    return customerOf(await decideChange(ports, tx, ctx, customer, pending, 'reject', []));
  }
  const { resourceId } = pending.proposal!;
  update(tx, ctx, VERIFICATIONS, pending, sealChange(ports.sealer, pending.id, resourceId, corrected));
  return ok(customer);
}

export interface DecidedChange {
  readonly customer: Customer;
  readonly verification: Verification;
}

/** Decides on a change: the same unit of work applies an approved one or drops a rejected one. */
export async function decideChange(
  ports: Pick<IdentityPorts, 'ids' | 'sealer' | 'accounts'>,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  verification: Verification,
  decision: 'approve' | 'reject',
  errors: readonly VerificationError[],
): Promise<Result<DecidedChange>> {
  const isWithdrawn = decision === 'reject' && verification.verificationStatus === 'RESOLVE_ERRORS';
  const unit = { tx, ctx, ids: ports.ids };
  const moved = moveVerification(unit, verification, isWithdrawn ? 'withdraw' : decision, errors);
  if (!moved.ok) return moved;
  const open = customer.identityReviews.filter((id) => id !== verification.id);
  const updated = update(tx, ctx, CUSTOMERS, customer, { identityReviews: open });
  if (open.length === 0) await ports.accounts.markUnderReview(tx, customer.id, customer.blockedAs !== null);
  let after: Result<Customer> = ok(updated);
  if (decision === 'approve' && verification.proposal?.resourceId === customer.id) {
    after = applyIdentity(ports.sealer, tx, ctx, updated, customerChange(ports.sealer, verification, customer));
  } else if (decision === 'approve') {
    await applyOwnerChange(ports, tx, ctx, verification);
  }
  return after.ok ? ok({ customer: after.value, verification: moved.value }) : after;
}

async function applyOwnerChange(
  { sealer }: Pick<IdentityPorts, 'sealer'>,
  tx: Tx,
  ctx: Context,
  verification: Verification,
): Promise<void> {
  const owner = await tx.get(BENEFICIAL_OWNERS, verification.proposal?.resourceId ?? '');
  if (owner === null) return;
  const { identifier, ...fields } = ownerChange(sealer, verification, owner.id);
  update(tx, ctx, BENEFICIAL_OWNERS, owner, {
    ...fields,
    ...(identifier !== undefined && { sealedIdentifier: sealer.seal(identifier, identifierOf(owner.id)) }),
  });
}

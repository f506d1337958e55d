import { type Customer, CUSTOMERS, moveKyc } from '../customers/index.js';
import {
  Bug,
  type Context,
  err,
  invalidFields,
  isId,
  ok,
  type Result,
  transition,
  type Tx,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { acceptedDocuments } from './accepted-documents.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS } from './beneficial-owner.js';
import { findOwner, holdingsOf } from './holdings.js';
import { decideChange, type IdentityPorts } from './identity-reviews.js';
import { missingOwners } from './lacking.js';
import type { Approvals, ApprovalStanding, KycVerdict, OwnerDecision } from './ports.js';
import { moveVerification } from './submit-verification.js';
import { type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import { BENEFICIAL_OWNER } from './verification-states.js';
import { VERIFICATION_ERROR_TYPES, type VerificationErrorType } from './vocabulary.js';

export interface DecidePorts extends Pick<IdentityPorts, 'ids' | 'sealer' | 'accounts'> {
  readonly approvals: Approvals;
}

/**
 * Records a verdict on the verification, its customer and the customer's owners, and writes the events.
 * CUSTOMER_DELETED.
 */
export async function bookVerdict(
  tx: Tx,
  ctx: Context,
  ports: DecidePorts,
  verification: Verification,
  verdict: Exclude<KycVerdict, { readonly state: 'pending' }>,
): Promise<Result<Verification>> {
  const unit = { tx, ctx, ids: ports.ids };
  const customer = await tx.get(CUSTOMERS, verification.customerId);
  if (customer === null) throw new Bug(`the customer of ${verification.id} does not exist`);
  // A deleted customer gets no more events.
  if (customer.isDeleted) return DELETED;
  if (verdict.state === 'manual-review') return moveVerification(unit, verification, 'refer', []);
  if (verification.isChange) return bookChange(tx, ctx, ports, customer, verification, verdict);
  const [onVerification, onCustomer] = MOVES[verdict.state];
  const moved = moveVerification(unit, verification, onVerification, verdict.errors);
  if (!moved.ok) return moved;
  const movedKyc = moveKyc(unit, customer, onCustomer);
  if (!movedKyc.ok) return movedKyc;
  if (verdict.state === 'resolve') return moved;
  const { owners } = await holdingsOf(tx, verification.customerId);
  for (const owner of owners) {
    const decision = verdict.owners.get(owner.id);
    if (decision === undefined || owner.kycStatus !== 'PENDING') continue;
    const decided = decideOwner(tx, ctx, owner, decision);
    if (!decided.ok) return decided;
  }
  return moved;
}

/**
 * As `bookVerdict`, for a provider. An approval whose rejected owners leave the business without those whom it must have
 * becomes a manual review, in which the rejected owners stay rejected.
 */
export async function bookVerdictOfProvider(
  tx: Tx,
  ctx: Context,
  ports: DecidePorts,
  verification: Verification,
  verdict: Exclude<KycVerdict, { readonly state: 'pending' }>,
): Promise<Result<Verification>> {
  if (verdict.state !== 'approved' || verification.isChange) return bookVerdict(tx, ctx, ports, verification, verdict);
  const { customerId } = verification;
  const { owners } = await holdingsOf(tx, customerId);
  const rejected = owners.filter(({ id, kycStatus }) => kycStatus === 'PENDING' && verdict.owners.get(id) === 'reject');
  const left = owners.filter((owner) => owner.kycStatus !== 'REJECTED' && !rejected.includes(owner));
  if (missingOwners(customerId, left).length <= missingOwners(customerId, owners).length)
    return bookVerdict(tx, ctx, ports, verification, verdict);
  for (const owner of rejected) {
    const decided = decideOwner(tx, ctx, owner, 'reject');
    if (!decided.ok) return decided;
  }
  return bookVerdict(tx, ctx, ports, verification, { state: 'manual-review' });
}

const DELETED = err('CUSTOMER_DELETED', 'the customer was deleted, so nothing is decided on it any more');

/**
 * A verdict on a changed identity applies or drops the proposal, one on a renewal only ends it; `kycStatus` of customer
 * and owners stays.
 */
async function bookChange(
  tx: Tx,
  ctx: Context,
  ports: DecidePorts,
  customer: Customer,
  verification: Verification,
  { state, errors }: Exclude<KycVerdict, { readonly state: 'pending' | 'manual-review' }>,
): Promise<Result<Verification>> {
  const unit = { tx, ctx, ids: ports.ids };
  if (state === 'resolve') return moveVerification(unit, verification, 'ask', errors);
  if (verification.renews !== null) return renew(unit, verification, state, errors);
  const decision = state === 'approved' ? 'approve' : 'reject';
  const decided = await decideChange(ports, tx, ctx, customer, verification, decision, errors);
  return decided.ok ? ok(decided.value.verification) : decided;
}

/**
 * The approval is in force until a person or a withdrawal ends it, so a provider that renews no more leaves the decision
 * to a person.
 */
function renew(
  unit: Unit,
  verification: Verification,
  state: 'approved' | 'rejected',
  errors: readonly VerificationError[],
): Result<Verification> {
  if (state === 'approved') return moveVerification(unit, verification, 'approve', errors);
  const isOfProvider = verification.verificationStatus === 'IN_PROGRESS';
  return moveVerification(unit, verification, isOfProvider ? 'refer' : 'reject', errors);
}

const MOVES = {
  resolve: ['ask', 'hold'],
  approved: ['approve', 'approve'],
  rejected: ['reject', 'reject'],
} as const;

export function decideOwner(
  tx: Tx,
  ctx: Context,
  owner: BeneficialOwner,
  decision: OwnerDecision,
): Result<BeneficialOwner> {
  const moved = transition(tx, ctx, BENEFICIAL_OWNER, BENEFICIAL_OWNERS, owner, decision);
  return moved.ok ? ok(moved.value.record) : moved;
}

/** Why a person cannot approve. */
const NOT_YET: Readonly<Record<Exclude<ApprovalStanding, 'go'>, string>> = {
  asked: 'the screening provider has not answered yet; approve again after its answer, which takes minutes at most',
  held: 'the screening has a match; decide about the exception SCREENING_HIT of the customer or the owner first',
  nameless:
    'the name of the customer is not known, so no list can be compared; ask for it with the decision RESOLVE_ERRORS, the type MISSING_FIELD and the field fullName, or businessInfo.legalName of a business',
};

/** What the screening says to a first approval. A verdict that approves nothing, or a change, is not against it. */
export async function approvalStanding(
  unit: Unit,
  { approvals }: Pick<DecidePorts, 'approvals'>,
  { customerId, isChange, verificationStatus }: Verification,
  { state }: Pick<KycVerdict, 'state'>,
): Promise<ApprovalStanding> {
  if (isChange || (state !== 'approved' && state !== 'manual-review')) return 'go';
  if (verificationStatus !== 'IN_PROGRESS' && verificationStatus !== 'PENDING_MANUAL_REVIEW') return 'go';
  const customer = await unit.tx.get(CUSTOMERS, customerId);
  if (customer === null || customer.isDeleted) return 'go';
  const { owners } = await holdingsOf(unit.tx, customerId);
  return approvals.ofCustomer(unit, customer, owners);
}

export const REVIEW_DECISIONS = ['APPROVED', 'REJECTED', 'RESOLVE_ERRORS'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** A reviewer's decision on a verification, or on a beneficial owner who is decided separately from the business. */
export interface Review {
  /** `Verification:…` or `BeneficialOwner:…`. */
  readonly id: string;
  readonly decision: ReviewDecision;
  /**
   * The type of the error, if the verification is not approved. A decision on an owner takes neither `type` nor the
   * fields below.
   */
  readonly type?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** Dot path of the missing or invalid field. */
  readonly field?: string | null | undefined;
  /** Id of the document or owner that the decision is about; absent for the customer itself. */
  readonly about?: string | null | undefined;
}

export interface Reviewed {
  readonly id: string;
  readonly status: string;
}

/**
 * Records a reviewer's decision. Approving a business also approves its undecided owners.
 * REFERENCE_NOT_FOUND; CUSTOMER_DELETED; INVALID_INPUT; INVALID_STATE_TRANSITION if no decision is pending; CONFLICT for an
 * approval before the screening is clear.
 */
export const decide =
  (ports: DecidePorts): UseCase<Review, Reviewed> =>
  async (tx, ctx, review) => {
    if (isId('BeneficialOwner', review.id)) return decideOwnerAlone(tx, ctx, ports, review);
    const verification = isId('Verification', review.id) ? await tx.get(VERIFICATIONS, review.id) : null;
    if (verification === null) return err('REFERENCE_NOT_FOUND', `${review.id} does not exist`);
    const errors = await errorsOf(tx, review, verification);
    if (!errors.ok) return errors;
    const verdict = await verdictOf(tx, review, verification, errors.value);
    const standing = await approvalStanding({ tx, ctx, ids: ports.ids }, ports, verification, verdict);
    if (standing !== 'go') return err('CONFLICT', NOT_YET[standing]);
    const decided = await bookVerdict(tx, ctx, ports, verification, verdict);
    return decided.ok ? ok({ id: decided.value.id, status: decided.value.verificationStatus }) : decided;
  };

async function decideOwnerAlone(tx: Tx, ctx: Context, ports: DecidePorts, review: Review): Promise<Result<Reviewed>> {
  const { id, decision } = review;
  const found = await findOwner(tx, id);
  if (!found.ok) return found;
  if (decision === 'RESOLVE_ERRORS') {
    return invalidFields([{ field: 'decision', message: 'must be APPROVED or REJECTED for a beneficial owner' }]);
  }
  const pointless = OF_VERIFICATIONS.filter((name) => (review[name] ?? null) !== null);
  if (pointless.length > 0) {
    return invalidFields(
      pointless.map((field) => ({ field, message: 'does not apply to a beneficial owner; omit it' })),
    );
  }
  const { owner } = found.value;
  if (decision === 'APPROVED' && owner.kycStatus === 'PENDING') {
    const standing = await ports.approvals.ofOwner({ tx, ctx, ids: ports.ids }, owner);
    if (standing !== 'go') return err('CONFLICT', NOT_YET[standing]);
  }
  const decided = decideOwner(tx, ctx, owner, decision === 'APPROVED' ? 'approve' : 'reject');
  return decided.ok ? ok({ id, status: decided.value.kycStatus }) : decided;
}

const OF_VERIFICATIONS = ['type', 'reason', 'field', 'about'] as const;

async function errorsOf(
  tx: Tx,
  review: Review,
  { customerId }: Verification,
): Promise<Result<readonly VerificationError[]>> {
  if (review.decision === 'APPROVED') return ok([]);
  const fallback: VerificationErrorType =
    review.decision === 'REJECTED' ? 'APPLICANT_REJECTED' : 'DOCUMENT_VERIFICATION_FAILED';
  const type = VERIFICATION_ERROR_TYPES.find((known) => known === (review.type ?? fallback));
  if (type === undefined) {
    return invalidFields([
      {
        field: 'type',
        constraint: { enum: VERIFICATION_ERROR_TYPES },
        message: 'is not a known verification error type',
      },
    ]);
  }
  const field = review.field ?? null;
  if (field !== null && !OF_FIELDS.includes(type)) {
    return invalidFields([{ field: 'field', message: `is only allowed with the types ${OF_FIELDS.join(' and ')}` }]);
  }
  const reason = review.reason ?? (review.decision === 'REJECTED' ? 'rejected by the reviewer' : null);
  if (reason === null) return invalidFields([{ field: 'reason', message: 'is required' }]);
  if (reason.trim() === '') return invalidFields([{ field: 'reason', message: 'must not be blank' }]);
  const resourceId = review.about ?? customerId;
  const { owners, documents } = await holdingsOf(tx, customerId);
  if (resourceId !== customerId && ![...owners, ...documents].some(({ id }) => id === resourceId)) {
    return invalidFields([
      { field: 'about', message: 'must be the id of the customer, or of one of its documents or beneficial owners' },
    ]);
  }
  const document = documents.find(({ id }) => id === resourceId);
  const acceptedDocumentTypes = acceptedDocuments(type, document?.documentType);
  return ok([{ resourceId, type, field, acceptedDocumentTypes, reason }]);
}

const OF_FIELDS: readonly VerificationErrorType[] = ['MISSING_FIELD', 'INVALID_FIELD'];

async function verdictOf(
  tx: Tx,
  { decision }: Review,
  { customerId }: Verification,
  errors: readonly VerificationError[],
): Promise<Exclude<KycVerdict, { readonly state: 'pending' | 'manual-review' }>> {
  if (decision === 'RESOLVE_ERRORS') return { state: 'resolve', errors };
  if (decision === 'REJECTED') return { state: 'rejected', errors, owners: new Map() };
  const { owners } = await holdingsOf(tx, customerId);
  return { state: 'approved', errors, owners: new Map(owners.map(({ id }) => [id, 'approve'])) };
}

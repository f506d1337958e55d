import { type Customer, findCustomer, moveKyc, type Settings } from '../customers/index.js';
import { emit, type EventType, schedule } from '../events/index.js';
import {
  birth,
  type Context,
  domainError,
  type EventOf,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Result,
  splitTenant,
  transition,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { DOCUMENTS } from './document.js';
import { type Holdings, holdingsOf } from './holdings.js';
import { lacking } from './lacking.js';
import type { KycProviders } from './ports.js';
import { type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import { VERIFICATION } from './verification-states.js';

export interface SubmitDeps {
  readonly ids: IdSource;
  readonly settings: Settings;
  readonly providers: KycProviders;
}

const NO_CUSTOMER_ID: Result<never> = invalidFields([{ field: 'customerId', message: 'is not a customer id' }]);

/**
 * Submits a customer for review (interface, "Verification"). What is missing comes back all at once
 * (`RESOLVE_ERRORS`); where nothing is, it goes to the provider, whose decision follows. One that is under way is
 * answered as it stands. USER_NOT_FOUND; INVALID_INPUT for a customer that is decided.
 */
export const submitVerification =
  (deps: SubmitDeps): UseCase<{ readonly customerId: string }, Verification> =>
  async (tx, ctx, { customerId }) => {
    if (!isId('Customer', customerId)) return NO_CUSTOMER_ID;
    const found = await findCustomer(tx, customerId);
    if (!found.ok) return found;
    const customer = found.value;
    if (customer.kycStatus === 'APPROVED' || customer.kycStatus === 'REJECTED') {
      return invalidFields([{ field: 'customerId', message: `the customer is ${customer.kycStatus} already` }]);
    }
    const earlier = await tx.find(VERIFICATIONS, 'customer', [customer.id]);
    if (earlier !== null && earlier.verificationStatus !== 'RESOLVE_ERRORS') return ok(earlier);
    const holdings = await holdingsOf(tx, customer.id);
    const errors = lacking(customer, holdings, await deps.settings(tx, ctx), ctx.now);
    if (errors.length > 0) return record(tx, ctx, deps, customer, earlier, 'lack', errors);

    const recorded = record(tx, ctx, deps, customer, earlier, 'submit', []);
    if (!recorded.ok) return recorded;
    const verification = recorded.value;
    submitDocuments(tx, ctx, verification, holdings);
    const moved = moveKyc(tx, ctx, deps.ids, customer, 'submit');
    if (!moved.ok) return moved;
    schedule(tx, ctx, deps.ids, { kind: 'kyc.review', subject: verification.id, dueAt: ctx.hostNow });
    return recorded;
  };

const TWIN = domainError('CONFLICT', 'the customer is being submitted by another request');

/** The verification as this submission leaves it, with its event. */
function record(
  tx: Tx,
  ctx: Context,
  { ids, providers }: SubmitDeps,
  customer: Customer,
  earlier: Verification | null,
  event: 'submit' | 'lack',
  errors: readonly VerificationError[],
): Result<Verification> {
  if (earlier !== null) return moveVerification(tx, ctx, ids, earlier, event, errors);
  const born = birth(VERIFICATION, event);
  const verification: Verification = {
    customerId: customer.id,
    verificationStatus: born.to,
    errors,
    provider: providers[splitTenant(ctx.tenant).environment].name,
    ...newRecord(ids.next('Verification'), ctx),
  };
  tx.add(VERIFICATIONS, verification, { conflicts: { customer: TWIN } });
  tell(tx, ctx, ids, verification, born.emits);
  return ok(verification);
}

/** Moves a verification along its table and writes the event of that move. */
export function moveVerification(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  verification: Verification,
  event: EventOf<typeof VERIFICATION>,
  errors: readonly VerificationError[],
): Result<Verification> {
  const moved = transition(tx, ctx, VERIFICATION, VERIFICATIONS, verification, event, { errors });
  if (!moved.ok) return moved;
  tell(tx, ctx, ids, moved.value.record, moved.value.row.emits);
  return ok(moved.value.record);
}

function tell(tx: Tx, ctx: Context, ids: IdSource, verification: Verification, type: string | null): void {
  if (type !== null) emit(tx, ctx, ids, { type: type as EventType, resource: verification.id, snapshot: verification });
}

/** From here on they cannot be deleted. */
function submitDocuments(tx: Tx, ctx: Context, { id }: Verification, { documents }: Holdings): void {
  for (const document of documents) {
    if (document.submittedWith === null) update(tx, ctx, DOCUMENTS, document, { submittedWith: id });
  }
}

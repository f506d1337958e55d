import { type Customer, CUSTOMERS, findCustomer, moveKyc, type Settings } from '../customers/index.js';
import { emit, schedule, type EventTypeOf } from '../events/index.js';
import {
  birth,
  Bug,
  type Context,
  domainError,
  type EventOf,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  readAll,
  type Reads,
  type Result,
  type Sealer,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  update,
  type UseCase,
} from '../kernel/index.js';
import { DOCUMENTS } from './document.js';
import { type Holdings, holdingsOf } from './holdings.js';
import { lacking } from './lacking.js';
import type { KycProviders } from './ports.js';
import { isDecided, type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import { VERIFICATION } from './verification-states.js';

export interface SubmitPorts {
  readonly ids: IdSource;
  readonly settings: Settings;
  readonly providers: KycProviders;
  readonly sealer: Sealer;
}

const NO_CUSTOMER_ID: Result<never> = invalidFields([{ field: 'customerId', message: 'is not a customer id' }]);

/**
 * Submits a customer for review. If anything is missing, the verification is RESOLVE_ERRORS and lists all of it;
 * otherwise a job asks the provider. A verification in progress is returned unchanged. For an approved customer with a
 * changed identity, pending changes are submitted instead. USER_NOT_FOUND; INVALID_INPUT for a malformed id, and for a
 * customer that is decided and has no pending change; CONFLICT for a concurrent first submission.
 */
export const submitVerification =
  (ports: SubmitPorts): UseCase<{ readonly customerId: string }, Verification> =>
  async (tx, ctx, { customerId }) => {
    if (!isId('Customer', customerId)) return NO_CUSTOMER_ID;
    const found = await findCustomer(tx, customerId);
    if (!found.ok) return found;
    return submitCustomer(ports, { tx, ctx, ids: ports.ids }, found.value, null);
  };

/**
 * As `submitVerification`. With the id of a link, the customer has entered its data on the page of the provider: the
 * provider decides what is missing, in this submission and in later ones of the same verification.
 */
export async function submitCustomer(
  ports: SubmitPorts,
  unit: Unit,
  customer: Customer,
  link: string | null,
): Promise<Result<Verification>> {
  const { tx, ctx } = unit;
  const provider = providerOf(ports, ctx);
  const changes = await openChanges(tx, customer);
  if (changes.length > 0) return submitChanges(unit, customer, changes, { provider, link });
  if (customer.kycStatus === 'APPROVED' || customer.kycStatus === 'REJECTED') {
    return invalidFields([
      {
        field: 'customerId',
        message: `the customer's kycStatus is ${customer.kycStatus}, which is final, and no change of its identity and no renewal is pending`,
      },
    ]);
  }
  const earlier = await tx.find(VERIFICATIONS, 'customer', [customer.id]);
  if (earlier !== null && earlier.verificationStatus !== 'RESOLVE_ERRORS') return ok(earlier);
  const holdings = await holdingsOf(tx, customer.id);
  const enteredWith = link ?? linkOf(earlier, provider);
  const errors =
    enteredWith === null ? lacking(customer, holdings, await ports.settings(tx, ctx), ctx.now) : NOTHING_LACKING;
  if (errors.length > 0) return record(unit, customer, earlier, { event: 'lack', errors, provider, link: null });

  const recorded = record(unit, customer, earlier, { event: 'submit', errors, provider, link: enteredWith });
  if (!recorded.ok) return recorded;
  const verification = recorded.value;
  submitDocuments(tx, ctx, verification, holdings);
  const moved = moveKyc(unit, customer, 'submit');
  if (!moved.ok) return moved;
  schedule(unit, { kind: 'kyc.review', subject: verification.id, dueAt: ctx.hostNow });
  return recorded;
}

const NOTHING_LACKING: readonly VerificationError[] = [];

/** The name of the provider that is asked about the submission. */
const providerOf = ({ providers }: Pick<SubmitPorts, 'providers'>, { tenant }: Context): string =>
  providers[splitTenant(tenant).environment].name;

/** The link with which the customer entered its data; null if another provider has the page. */
const linkOf = (earlier: Verification | null, provider: string): string | null =>
  earlier?.provider === provider ? earlier.link : null;

/** The undecided changes of the identity of a customer and its owners, and the undecided renewal. */
export async function openChanges(reads: Reads, customer: Customer): Promise<readonly Verification[]> {
  if (customer.kycStatus !== 'APPROVED') return [];
  const changes: Verification[] = [];
  for (const id of customer.identityReviews) {
    const change = await reads.get(VERIFICATIONS, id);
    if (change === null) throw new Bug(`${id}, which ${customer.id} refers to, does not exist`);
    changes.push(change);
  }
  const all = await readAll(reads, VERIFICATIONS, { customerId: customer.id });
  return [...changes, ...all.filter((each) => each.renews !== null && !isDecided(each))];
}

/** Submits every change and renewal that was waiting for corrections; returns the first undecided one. */
async function submitChanges(
  unit: Unit,
  customer: Customer,
  open: readonly Verification[],
  { provider, link }: Pick<Verification, 'provider' | 'link'>,
): Promise<Result<Verification>> {
  const { tx, ctx } = unit;
  const holdings = await holdingsOf(tx, customer.id);
  const changes: Verification[] = [];
  let isSubmitted = false;
  for (const change of open) {
    if (change.verificationStatus !== 'RESOLVE_ERRORS') {
      changes.push(change);
      continue;
    }
    const over = { provider, link: link ?? linkOf(change, provider) };
    const moved = moveVerification(unit, change, 'submit', [], over);
    if (!moved.ok) return moved;
    submitDocuments(tx, ctx, moved.value, holdings);
    schedule(unit, { kind: 'kyc.review', subject: change.id, dueAt: ctx.hostNow });
    changes.push(moved.value);
    isSubmitted = true;
  }
  // A first submission writes the customer too: an owner cannot be deleted at the same moment.
  if (isSubmitted) update(tx, ctx, CUSTOMERS, customer, {});
  return ok(changes[0]!);
}

const TWIN = domainError('CONFLICT', 'another request submitted the customer at the same time; send the request again');

interface Recorded extends Pick<Verification, 'provider' | 'link'> {
  readonly event: 'submit' | 'lack';
  readonly errors: readonly VerificationError[];
}

/** Creates the verification or changes the state of the earlier one, and writes the event. */
function record(
  unit: Unit,
  customer: Customer,
  earlier: Verification | null,
  { event, errors, provider, link }: Recorded,
): Result<Verification> {
  const { tx, ctx, ids } = unit;
  if (earlier !== null) return moveVerification(unit, earlier, event, errors, { provider, link });
  const born = birth(VERIFICATION, event);
  const verification: Verification = {
    customerId: customer.id,
    verificationStatus: born.to,
    errors,
    provider,
    isChange: false,
    proposal: null,
    sealedNumber: null,
    link,
    renews: null,
    ...newRecord(ids.next('Verification'), ctx),
  };
  tx.add(VERIFICATIONS, verification, { conflicts: { customer: TWIN } });
  emitVerification(unit, verification, born.emits);
  return ok(verification);
}

/** Changes the state of a verification and writes the event. A decision deletes the sealed number of a proposal. */
export function moveVerification(
  unit: Unit,
  verification: Verification,
  event: EventOf<typeof VERIFICATION>,
  errors: readonly VerificationError[],
  over: Partial<Pick<Verification, 'provider' | 'link' | 'renews'>> = {},
): Result<Verification> {
  const { tx, ctx } = unit;
  const isDecision = event === 'approve' || event === 'reject' || event === 'withdraw';
  const patch = { ...over, errors, ...(isDecision && { sealedNumber: null }) };
  const moved = transition(tx, ctx, VERIFICATION, VERIFICATIONS, verification, event, patch);
  if (!moved.ok) return moved;
  emitVerification(unit, moved.value.record, moved.value.row.emits);
  return ok(moved.value.record);
}

/** Writes an event, without the sealed number. */
export function emitVerification(
  unit: Unit,
  verification: Verification,
  type: EventTypeOf<'VERIFICATION'> | null,
): void {
  if (type === null) return;
  const snapshot = { ...verification, sealedNumber: null };
  emit(unit, { type, resource: verification.id, snapshot });
}

/** Marks documents as submitted, after which they cannot be deleted. */
export function submitDocuments(tx: Tx, ctx: Context, { id }: Verification, { documents }: Holdings): void {
  for (const document of documents) {
    if (document.submittedWith === null) update(tx, ctx, DOCUMENTS, document, { submittedWith: id });
  }
}

import { CUSTOMERS } from '../customers/index.js';
import { inOneUnit, JOBS, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  birth,
  type Id,
  type Instant,
  invalidFields,
  newRecord,
  ok,
  type Result,
  splitTenant,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { holdingsOf } from './holdings.js';
import type { KycProviders } from './ports.js';
import { emitVerification, moveVerification, openChanges } from './submit-verification.js';
import { type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import { VERIFICATION } from './verification-states.js';

/** What a provider needs in order to go on approving a customer. */
export interface AskedRenewal {
  readonly customerId: Id<'Customer'>;
  /** The provider's id of its message. */
  readonly messageId: string;
  /** What it needs, about records of the customer. */
  readonly errors: readonly VerificationError[];
  /** Until when the approval is good; then a person decides. Null: the provider names no day. */
  readonly validUntil: Instant | null;
}

/**
 * Asks the platform for what an approval needs to be renewed, by a verification of its own. The customer stays approved,
 * and its money moves on. A renewal that waits gets the new demands; one that is under review stays, because its verdict
 * says what is missing. INVALID_INPUT for a demand about a record of another customer.
 */
export async function askForRenewal(
  unit: Unit,
  providers: KycProviders,
  { customerId, messageId, errors, validUntil }: AskedRenewal,
): Promise<Result<'APPLIED' | 'NONE'>> {
  const { tx, ctx, ids } = unit;
  const customer = await tx.get(CUSTOMERS, customerId);
  if (customer === null || customer.isDeleted || customer.kycStatus !== 'APPROVED') return ok('NONE');
  const { owners, documents } = await holdingsOf(tx, customerId);
  const known = new Set<string>([customer, ...owners, ...documents].map(({ id }) => id));
  if (errors.some(({ resourceId }) => !known.has(resourceId)))
    return invalidFields([
      { field: 'errors', message: 'names a record that is not this customer, nor an owner or a document of it' },
    ]);
  // Two messages at the same time both write the customer, so they ask once.
  update(tx, ctx, CUSTOMERS, customer, {});
  const provider = providers[splitTenant(ctx.tenant).environment].name;
  const open = (await openChanges(tx, customer)).find(({ renews }) => renews !== null);
  if (open !== undefined) {
    if (open.verificationStatus !== 'RESOLVE_ERRORS') return ok('NONE');
    const moved = moveVerification(unit, open, 'lack', errors, { provider, renews: messageId });
    if (!moved.ok) return moved;
    await endOn(unit, open.id, validUntil);
    return ok('APPLIED');
  }
  const born = birth(VERIFICATION, 'lack');
  const renewal: Verification = {
    customerId,
    verificationStatus: born.to,
    errors,
    provider,
    isChange: true,
    proposal: null,
    sealedNumber: null,
    link: null,
    renews: messageId,
    ...newRecord(ids.next('Verification'), ctx),
  };
  tx.add(VERIFICATIONS, renewal);
  emitVerification(unit, renewal, born.emits);
  await endOn(unit, renewal.id, validUntil);
  return ok('APPLIED');
}

/** Schedules the day on which a person decides. A later message of the provider moves it. */
async function endOn(unit: Unit, id: Verification['id'], validUntil: Instant | null): Promise<void> {
  if (validUntil === null) return;
  const { tx, ctx } = unit;
  const dedupe = `kyc.renewal ${id}`;
  const waiting = await tx.find(JOBS, 'dedupe', [dedupe]);
  if (waiting === null) schedule(unit, { kind: 'kyc.renewal', subject: id, dueAt: validUntil, dedupe });
  else reschedule(tx, ctx, waiting, Math.max(0, validUntil - ctx.hostNow) / 1000);
}

/** How often a renewal that is under review on its last day is looked at again. */
const AGAIN_SECONDS = 24 * 60 * 60;

/** Leaves an approval that was not renewed in time to a person. Nothing stops by itself. */
export const endRenewal = (ports: { readonly units: UnitOfWork; readonly ids: Unit['ids'] }): JobHandler => {
  const refer = inOneUnit(ports.units, async (tx, ctx, { subject }) => {
    const renewal = await tx.get(VERIFICATIONS, subject);
    if (renewal?.verificationStatus !== 'RESOLVE_ERRORS') return ok();
    const customer = await tx.get(CUSTOMERS, renewal.customerId);
    if (customer === null || customer.isDeleted) return ok();
    const moved = moveVerification({ tx, ctx, ids: ports.ids }, renewal, 'overdue', renewal.errors);
    return moved.ok ? ok() : moved;
  });
  return async (ctx, job, ask) => {
    const isLookedAt = await ports.units.read(
      ctx.tenant,
      async (reads) => (await reads.get(VERIFICATIONS, job.subject))?.verificationStatus === 'IN_PROGRESS',
    );
    if (!isLookedAt) return refer(ctx, job, ask);
    return ports.units.run(ctx.tenant, async (tx) => {
      reschedule(tx, ctx, job, AGAIN_SECONDS);
      return ok();
    });
  };
};

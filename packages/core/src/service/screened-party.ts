import { type Customer, CUSTOMERS, moveKyc } from '../customers/index.js';
import { type Environment, isId, ok, type Result, splitTenant, type Unit } from '../kernel/index.js';
import type { Continuation } from '../screening/index.js';
import { type Approvals, moveVerification, reviewAgain, VERIFICATIONS } from '../verification/index.js';

interface Ports {
  readonly approvals: Approvals;
  readonly decideAtOnce: (environment: Environment, deciding: string) => 'approve' | 'reject' | null;
}

/**
 * What an answer about a customer or an owner does with an approval that waits for it: the provider is asked again, whose
 * approval counts now, or a person decides. An external account does not wait.
 */
export const screenedParty = (ports: Ports): Continuation => ({
  async clear(unit, { subject }) {
    if (isId('BeneficialOwner', subject)) await reviewAgain(unit, subject);
    if (!isId('Customer', subject)) return ok();
    const { tx } = unit;
    const customer = await tx.get(CUSTOMERS, subject);
    if (customer === null || customer.isDeleted || customer.kycStatus !== 'PENDING') return ok();
    const first = await tx.find(VERIFICATIONS, 'customer', [subject]);
    if (first === null) return approveAtOnce(unit, ports, customer);
    await reviewAgain(unit, first.id);
    return ok();
  },
  async held(unit, { subject }) {
    if (!isId('Customer', subject)) return ok();
    const first = await unit.tx.find(VERIFICATIONS, 'customer', [subject]);
    if (first?.verificationStatus !== 'IN_PROGRESS') return ok();
    const referred = moveVerification(unit, first, 'refer', []);
    return referred.ok ? ok() : referred;
  },
});

/** Approves an individual whom the provider of the environment approves without a call, as at the creation. */
async function approveAtOnce(
  unit: Unit,
  { approvals, decideAtOnce }: Ports,
  customer: Customer,
): Promise<Result<void>> {
  const { environment } = splitTenant(unit.ctx.tenant);
  if (customer.customerType !== 'INDIVIDUAL' || customer.fullName === null) return ok();
  if (decideAtOnce(environment, customer.fullName) !== 'approve') return ok();
  if ((await approvals.ofCustomer(unit, customer, [])) !== 'go') return ok();
  const approved = moveKyc(unit, customer, 'approve');
  return approved.ok ? ok() : approved;
}

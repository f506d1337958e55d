import { describe, expect, it } from 'vitest';
import { createKycPartner } from './kyc-partner.js';
import { emptyUnit, type Written } from './transitions.js';
import { createVerifiedCustomers } from './verified-customers.js';

const tenant = 'Platform:1/SANDBOX';
const customer = {
  id: 'Customer:1',
  tenant,
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  kycStatus: 'PENDING',
};
const verification = {
  proposal: null,
  id: 'Verification:1',
  tenant,
  customerId: 'Customer:1',
  verificationStatus: 'IN_PROGRESS',
};
const owner = { id: 'BeneficialOwner:1', tenant, customerId: 'Customer:1', lastName: 'Hopper', kycStatus: 'PENDING' };

const changed = (kind: string, before: object, patch: object): Written => ({
  ...{ kind, before: { ...before, version: 2 } },
  after: { ...before, ...patch, version: 3 },
});

/** A customer who was submitted, about whom the provider says `verdict`; null if it was not asked. */
function play(verdict: object | null, of = customer) {
  const partner = createKycPartner(() => 0, new Map());
  const oracle = createVerifiedCustomers(partner);
  const commit = (...writes: readonly Written[]) => {
    const unit = emptyUnit();
    unit.writes.push(...writes);
    return oracle.committed(unit);
  };
  partner.connect('habits', true);
  const first = { kind: 'customers', before: null, after: of };
  expect(commit(first)).toEqual([]);
  if (verdict !== null) {
    const known = { application: '', customer: of.id, owners: [owner.id], isRenewal: false };
    partner.play!.cases.set('Verification:1.2', { ...known, verdict: verdict as never });
  }
  const verified = (status: string) => changed('verifications', verification, { verificationStatus: status });
  const decided = (status: string) => changed('customers', of, { kycStatus: status });
  return { commit, verified, decided, partner };
}

describe('the books of the provider', () => {
  it('agree with the decision that the provider made', () => {
    const { commit, verified, decided } = play({ state: 'approved', owners: [] });
    expect(commit(verified('APPROVED'), decided('APPROVED'))).toEqual([]);
  });

  it.each(['pending', 'resolve', 'rejected', 'manual-review'])('contradict an approval if they say %s', (state) => {
    const { commit, verified, decided } = play({ state });
    expect(commit(verified('APPROVED'), decided('APPROVED'))).toEqual([
      `Verification:1.2 became APPROVED, but the provider says ${state}`,
    ]);
  });

  it('contradict a decision for which the provider was not asked, unless a name chooses it', () => {
    const asked = play(null);
    expect(asked.commit(asked.verified('REJECTED'))).toEqual([
      'Verification:1.2 became REJECTED, but the provider was not asked about it',
    ]);
    const named = play(null, { ...customer, fullName: 'Ada Lovelace002' });
    expect(named.commit(named.verified('REJECTED'))).toEqual([]);
  });

  it('contradict a customer who is decided without a verification', () => {
    const { commit, decided } = play({ state: 'approved', owners: [] });
    expect(commit(decided('APPROVED'))).toEqual([
      'Customer:1 became APPROVED without a decision of the provider or a person',
    ]);
  });

  it('say what each owner is, unless a person decides', () => {
    const rejected = { owners: [{ id: owner.id, decision: 'reject' }] };
    const { commit, partner } = play({ state: 'approved', ...rejected });
    const decided = (status: string) => changed('beneficial_owners', owner, { kycStatus: status });
    expect(commit(decided('REJECTED'))).toEqual([]);
    expect(commit(decided('APPROVED'))).toEqual([
      'BeneficialOwner:1 became APPROVED, but the provider did not approve it',
    ]);
    expect(commit(decided('APPROVED'), { kind: 'operator_log', before: null, after: { tenant } })).toEqual([]);
    partner.play!.owners.set('BeneficialOwner:1.2', 'approve');
    expect(commit(decided('APPROVED'))).toEqual([]);
  });
});

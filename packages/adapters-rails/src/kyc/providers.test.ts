import type { KycApplication, OwnerApplication } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { manualKyc, sandboxKyc } from './index.js';

const owner = (lastName: string): OwnerApplication =>
  ({ id: `BeneficialOwner:${lastName}`, lastName }) as OwnerApplication;
const application = (deciding: string, owners: readonly OwnerApplication[] = []): KycApplication =>
  ({
    reference: 'Verification:1',
    customer: { id: 'Customer:1', fullName: null, businessInfo: { registrationNumber: deciding } },
    owners,
    documents: [{ id: 'Document:1', documentType: 'UTILITY_BILL', revision: 1 }],
  }) as unknown as KycApplication;

describe("the sandbox's KYC provider", () => {
  it.each([
    ['REG-001', 'manual-review'],
    ['REG-002', 'rejected'],
    ['REG-003', 'resolve'],
    ['REG-004', 'approved'],
    ['REG-900', 'approved'],
  ])('decides on %s with %s, in every call', async (deciding, state) => {
    const { review } = sandboxKyc();
    expect((await review(application(deciding))).state).toBe(state);
    expect(await review(application(deciding))).toEqual(await review(application(deciding)));
  });

  it('decides on owners by the endings of their own names', async () => {
    const owners = ['Hopper', 'Hopper001', 'Hopper002'].map(owner);
    const verdict = await sandboxKyc().review(application('REG-900', owners));
    expect(verdict.state === 'approved' && [...verdict.owners.values()]).toEqual(['approve', 'reject']);
    expect(await Promise.all(owners.map((one) => sandboxKyc().reviewOwner(one)))).toEqual(['approve', null, 'reject']);
  });
});

describe('a manual provider', () => {
  it('leaves every decision to a person', async () => {
    expect(await manualKyc().review(application('REG-900'))).toEqual({ state: 'manual-review' });
    expect(await manualKyc().reviewOwner(owner('Hopper'))).toBeNull();
  });
});

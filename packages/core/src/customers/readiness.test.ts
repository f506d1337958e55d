import { describe, expect, it } from 'vitest';
import { mayMoveMoney, mustNotBeBlocked, notReady } from './readiness.js';

const FORBIDDING = { allowsMoneyDuringReview: false };
const APPROVED = { customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', identityReviews: [], blockedAs: null } as const;

describe('a customer', () => {
  it.each([
    ['INDIVIDUAL', 'PENDING', 'kycStatus'],
    ['BUSINESS', 'PENDING', 'kybStatus'],
    ['INDIVIDUAL', 'HOLD', 'kycStatus'],
    ['BUSINESS', 'REJECTED', 'kybStatus'],
  ] as const)(
    'of the type %s may move no money while it is %s: the reason names %s',
    (customerType, kycStatus, field) => {
      const customer = { customerType, kycStatus, identityReviews: [], blockedAs: null };
      const reason = `the customer's ${field} is ${kycStatus}; it must be APPROVED`;
      expect(notReady(customer, FORBIDDING)).toBe(reason);
      expect(notReady(customer, { allowsMoneyDuringReview: true })).toBe(reason);
    },
  );

  it('may move money after its approval, unless a change of its identity is undecided', () => {
    expect(notReady(APPROVED, FORBIDDING)).toBeNull();
    const changing = { ...APPROVED, identityReviews: ['Verification:1', 'Verification:2'] } as never;
    expect(notReady(changing, FORBIDDING)).toBe('The customer or account cannot move money now');
    expect(notReady(changing, { allowsMoneyDuringReview: true })).toBeNull();
  });

  it('is refused in the same words by a silent block and by an undecided change of its identity', () => {
    const changing = { ...APPROVED, identityReviews: ['Verification:1'] } as never;
    const silent = { ...APPROVED, blockedAs: 'SILENT' } as never;
    const refused = mayMoveMoney(silent, FORBIDDING);
    expect(refused).toEqual(mayMoveMoney(changing, FORBIDDING));
    expect(refused).toEqual(mustNotBeBlocked(silent));
    expect(refused).toMatchObject({ ok: false, error: { code: 'USER_NOT_READY' } });
  });
});

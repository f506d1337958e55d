import { type Customer, CUSTOMERS } from '../customers/index.js';
import type { EventType, JobKind } from '../events/index.js';
import { type Check, unless } from '../ledger/index.js';
import { type Verification, VERIFICATION, VERIFICATIONS } from '../verification/index.js';
import { byId, type Pass, type ToldBooks } from './books.js';

interface Reviewed {
  readonly verification: Verification;
  readonly customer: Customer | undefined;
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
}

/**
 * Each event must be a transition from the state that the previous event led to; the last event must lead to the
 * present state.
 */
const isToldMoveByMove: Check<Reviewed> = ({ verification: { id, verificationStatus }, events }) => {
  let state: string | null = null;
  for (const type of events) {
    const row = VERIFICATION.transitions.find(({ from, emits }) => from === state && emits === type);
    if (row === undefined) return [`${id} has the event ${type}, which does not follow from ${state ?? 'no state'}`];
    state = row.to;
  }
  return unless(
    state === verificationStatus,
    () => `${id} is ${verificationStatus}, but no event announced this status`,
  );
};

const decidesItsCustomer: Check<Reviewed> = ({ verification, customer }) => {
  const { id, verificationStatus, isChange, renews } = verification;
  if (customer === undefined) return [`${id} has no customer`];
  const isDecided = verificationStatus === 'APPROVED' || verificationStatus === 'REJECTED';
  // No money waits for a renewal.
  if (renews !== null) {
    return unless(!customer.identityReviews.includes(id), () => `${id} is a renewal, but ${customer.id} awaits it`);
  }
  if (isChange) {
    return unless(
      isDecided !== customer.identityReviews.includes(id),
      () =>
        `${id} is ${verificationStatus}, but ${customer.id} ${isDecided ? 'awaits' : 'does not await'} its decision`,
    );
  }
  return unless(
    !isDecided || customer.kycStatus === verificationStatus,
    () => `${id} is ${verificationStatus}, its customer is ${customer.kycStatus}`,
  );
};

const goesOn: Check<Reviewed> = ({ verification: { id, verificationStatus }, customer, jobs }) =>
  unless(
    verificationStatus !== 'IN_PROGRESS' || customer?.isDeleted === true || jobs.includes('kyc.review'),
    () => `${id} is IN_PROGRESS, but no job asks its provider`,
  );

export const VERIFICATION_PASS: Pass<Verification, Reviewed, ToldBooks> = {
  kind: VERIFICATIONS,
  subjects: async ({ reads, events, jobs }, page) => {
    const customers = await byId(
      reads,
      CUSTOMERS,
      page.map(({ customerId }) => customerId),
    );
    return page.map((verification) => ({
      verification,
      customer: customers.get(verification.customerId),
      events: events.take(verification.id),
      jobs: jobs.take(verification.id),
    }));
  },
  checks: [isToldMoveByMove, decidesItsCustomer, goesOn],
};

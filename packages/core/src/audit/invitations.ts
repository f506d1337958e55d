import type { EventType, JobKind } from '../events/index.js';
import { type Check, unless } from '../ledger/index.js';
import { INVITATIONS, type Invitation } from '../uma/index.js';
import { differences, type Pass, type ToldBooks } from './books.js';

interface Invited {
  readonly invitation: Invitation;
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
}

const isToldWhenClaimed: Check<Invited> = ({ invitation: { id, status }, events }) =>
  differences(`events of ${id}`, status === 'CLAIMED' ? ['INVITATION.CLAIMED'] : [], events);

const willExpire: Check<Invited> = ({ invitation: { id, status, expiresAt }, jobs }) =>
  unless(
    status !== 'PENDING' || expiresAt === null || jobs.includes('uma.invitation-expire'),
    () => `${id} is PENDING, but no job ends it`,
  );

/** Invitations are readable across tenants, events are not: each invitation is inspected with its own tenant. */
export const INVITATION_PASS: Pass<Invitation, Invited, ToldBooks> = {
  kind: INVITATIONS,
  subjects: async ({ tenant, events, jobs }, page) =>
    page
      .filter((invitation) => invitation.tenant === tenant)
      .map((invitation) => ({
        invitation,
        events: events.take(invitation.id),
        jobs: jobs.take(invitation.id),
      })),
  checks: [isToldWhenClaimed, willExpire],
};

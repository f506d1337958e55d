import { machine, type StateOf } from '../kernel/index.js';

/** An incoming payment of another institution (docs/areas/uma.md#states). */
export const RECEIPT = machine('UMA receipt', 'status', ['PAID', 'UNAPPLIED', 'TIMED_OUT', 'EXPIRED'], [
  { from: null, on: 'ask', to: 'ASKED', emits: null, why: 'the platform is asked to approve the payment' },
  {
    from: null,
    on: 'take',
    to: 'APPROVED',
    emits: null,
    why: 'the platform has no webhook endpoint that could be asked',
  },
  {
    from: 'ASKED',
    on: 'approve',
    to: 'APPROVED',
    emits: null,
    why: 'the platform approved, by the answer 200 or by a call',
  },
  { from: 'ASKED', on: 'defer', to: 'DEFERRED', emits: null, why: 'the platform decides later (answer 202)' },
  {
    from: 'ASKED',
    on: 'reject',
    to: 'REJECTED',
    emits: null,
    why: 'the platform rejected the payment (answer 403, 422 or another 4xx)',
  },
  {
    from: 'ASKED',
    on: 'time-out',
    to: 'TIMED_OUT',
    emits: null,
    why: 'the platform did not answer, answered with a 5xx, or decides later about a payment that cannot be held',
  },
  { from: 'DEFERRED', on: 'approve', to: 'APPROVED', emits: null, why: 'the platform approved by a call' },
  { from: 'DEFERRED', on: 'reject', to: 'REJECTED', emits: null, why: 'the platform rejected the payment by a call' },
  { from: 'DEFERRED', on: 'expire', to: 'EXPIRED', emits: null, why: 'the platform did not decide in time' },
  {
    from: 'DEFERRED',
    on: 'suspend',
    to: 'UNAPPLIED',
    emits: null,
    why: 'the money has come for a customer or platform that is blocked: it is in suspense',
  },
  {
    from: 'REJECTED',
    on: 'suspend',
    to: 'UNAPPLIED',
    emits: null,
    why: 'the money had come for a customer or platform that is blocked, so it does not go back: it is in suspense',
  },
  { from: 'APPROVED', on: 'pay', to: 'PAID', emits: null, why: 'the money has come and is credited' },
  {
    from: 'APPROVED',
    on: 'suspend',
    to: 'UNAPPLIED',
    emits: null,
    why: 'the money has come, but the account cannot be credited: it is in suspense',
  },
  {
    from: 'APPROVED',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'the payment was not made in time, or was cancelled because the account could not be credited',
  },
] as const);
export type ReceiptStatus = StateOf<typeof RECEIPT>;

/** An invitation (docs/areas/uma.md#invitations). */
export const INVITATION = machine('Invitation', 'status', ['CLAIMED', 'EXPIRED', 'CANCELLED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'a customer invites a person' },
  {
    from: 'PENDING',
    on: 'claim',
    to: 'CLAIMED',
    emits: 'INVITATION.CLAIMED',
    why: 'a platform claimed the invitation for the invitee',
  },
  {
    from: 'PENDING',
    on: 'cancel',
    to: 'CANCELLED',
    emits: null,
    why: 'the inviting platform cancelled the invitation',
  },
  { from: 'PENDING', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
] as const);
export type InvitationStatus = StateOf<typeof INVITATION>;

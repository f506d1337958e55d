import { machine, type StateOf } from '../kernel/index.js';

/** What becomes of a payment that another institution asks us to take (behaviour, "Transactions"). */
export const RECEIPT = machine('UMA receipt', 'status', ['PAID', 'REJECTED', 'TIMED_OUT', 'EXPIRED'], [
  { from: null, on: 'ask', to: 'ASKED', emits: null, why: 'the platform is asked for its approval' },
  { from: null, on: 'take', to: 'APPROVED', emits: null, why: 'the platform has no endpoint to be asked at' },
  { from: 'ASKED', on: 'approve', to: 'APPROVED', emits: null, why: 'the platform approved: 200, or its call' },
  { from: 'ASKED', on: 'defer', to: 'DEFERRED', emits: null, why: 'the platform decides later: 202' },
  { from: 'ASKED', on: 'reject', to: 'REJECTED', emits: null, why: 'the platform refused: 403, 422, other 4xx' },
  { from: 'ASKED', on: 'time-out', to: 'TIMED_OUT', emits: null, why: 'the platform did not answer, or with a 5xx' },
  { from: 'DEFERRED', on: 'approve', to: 'APPROVED', emits: null, why: 'the platform approved by its call' },
  { from: 'DEFERRED', on: 'reject', to: 'REJECTED', emits: null, why: 'the platform refused by its call' },
  { from: 'DEFERRED', on: 'expire', to: 'EXPIRED', emits: null, why: 'the platform did not decide in time' },
  { from: 'APPROVED', on: 'pay', to: 'PAID', emits: null, why: 'the invoice is settled, the money credited' },
  { from: 'APPROVED', on: 'expire', to: 'EXPIRED', emits: null, why: 'the invoice was not paid in time' },
] as const);
export type ReceiptStatus = StateOf<typeof RECEIPT>;

/** An invitation (behaviour, "UMA, receivers, invitations"). */
export const INVITATION = machine('Invitation', 'status', ['CLAIMED', 'EXPIRED', 'CANCELLED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'a customer invites somebody' },
  { from: 'PENDING', on: 'claim', to: 'CLAIMED', emits: 'INVITATION.CLAIMED', why: 'the invitee has an address' },
  { from: 'PENDING', on: 'cancel', to: 'CANCELLED', emits: null, why: 'the inviting platform withdraws it' },
  { from: 'PENDING', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
] as const);
export type InvitationStatus = StateOf<typeof INVITATION>;

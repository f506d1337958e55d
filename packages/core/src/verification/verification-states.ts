import { machine, type StateOf } from '../kernel/index.js';

/** A verification. Each transition emits exactly one event. */
export const VERIFICATION = machine('Verification', 'verificationStatus', ['APPROVED', 'REJECTED'], [
  { from: null, on: 'submit', to: 'IN_PROGRESS', emits: 'VERIFICATION.IN_PROGRESS', why: 'all data present' },
  {
    from: null,
    on: 'lack',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'data or documents missing',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'submit',
    to: 'IN_PROGRESS',
    emits: 'VERIFICATION.IN_PROGRESS',
    why: 'submitted again with everything that was requested',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'lack',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'submitted again, data or documents still missing',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'withdraw',
    to: 'REJECTED',
    emits: 'VERIFICATION.REJECTED',
    why: 'the platform withdraws a changed identity',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'overdue',
    to: 'PENDING_MANUAL_REVIEW',
    emits: 'VERIFICATION.PENDING_MANUAL_REVIEW',
    why: 'an approval was not renewed in time, so a person decides',
  },
  {
    from: 'IN_PROGRESS',
    on: 'refer',
    to: 'PENDING_MANUAL_REVIEW',
    emits: 'VERIFICATION.PENDING_MANUAL_REVIEW',
    why: 'the provider leaves the decision to a person',
  },
  {
    from: 'IN_PROGRESS',
    on: 'ask',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'the provider requests more data',
  },
  {
    from: 'IN_PROGRESS',
    on: 'approve',
    to: 'APPROVED',
    emits: 'VERIFICATION.APPROVED',
    why: "the provider's decision",
  },
  { from: 'IN_PROGRESS', on: 'reject', to: 'REJECTED', emits: 'VERIFICATION.REJECTED', why: "the provider's decision" },
  {
    from: 'PENDING_MANUAL_REVIEW',
    on: 'ask',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'the reviewer requests more data',
  },
  {
    from: 'PENDING_MANUAL_REVIEW',
    on: 'approve',
    to: 'APPROVED',
    emits: 'VERIFICATION.APPROVED',
    why: "the reviewer's decision",
  },
  {
    from: 'PENDING_MANUAL_REVIEW',
    on: 'reject',
    to: 'REJECTED',
    emits: 'VERIFICATION.REJECTED',
    why: "the reviewer's decision",
  },
] as const);
export type VerificationState = StateOf<typeof VERIFICATION>;

/** A beneficial owner has its own verification state. No event reports it. */
export const BENEFICIAL_OWNER = machine('Beneficial owner', 'kycStatus', ['APPROVED', 'REJECTED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'added by the platform' },
  { from: 'PENDING', on: 'approve', to: 'APPROVED', emits: null, why: 'verification decision' },
  { from: 'PENDING', on: 'reject', to: 'REJECTED', emits: null, why: 'verification decision' },
] as const);
export type BeneficialOwnerStatus = StateOf<typeof BENEFICIAL_OWNER>;

/** A link to the hosted page. Expiry is not a state; it is checked on access. */
export const KYC_LINK = machine('KYC link', 'status', ['FINISHED'], [
  { from: null, on: 'create', to: 'OPEN', emits: null, why: 'the platform requested a link' },
  { from: 'OPEN', on: 'start', to: 'STARTED', emits: null, why: 'one browser started a session; others cannot' },
  { from: 'STARTED', on: 'finish', to: 'FINISHED', emits: null, why: 'the data was submitted' },
  { from: 'OPEN', on: 'report', to: 'FINISHED', emits: null, why: 'the data was entered on the page of the provider' },
] as const);
export type KycLinkState = StateOf<typeof KYC_LINK>;

import { machine, type StateOf } from '../kernel/index.js';

/** A verification (interface, "States and transitions"): every move has exactly one event. */
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
    why: 'submitted again with all that was asked for',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'lack',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'submitted again, something is missing still',
  },
  {
    from: 'RESOLVE_ERRORS',
    on: 'withdraw',
    to: 'REJECTED',
    emits: 'VERIFICATION.REJECTED',
    why: 'a change of an identity is taken back',
  },
  {
    from: 'IN_PROGRESS',
    on: 'refer',
    to: 'PENDING_MANUAL_REVIEW',
    emits: 'VERIFICATION.PENDING_MANUAL_REVIEW',
    why: 'the provider leaves it to a person',
  },
  {
    from: 'IN_PROGRESS',
    on: 'ask',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'the provider asks for more',
  },
  { from: 'IN_PROGRESS', on: 'approve', to: 'APPROVED', emits: 'VERIFICATION.APPROVED', why: 'decision' },
  { from: 'IN_PROGRESS', on: 'reject', to: 'REJECTED', emits: 'VERIFICATION.REJECTED', why: 'decision' },
  {
    from: 'PENDING_MANUAL_REVIEW',
    on: 'ask',
    to: 'RESOLVE_ERRORS',
    emits: 'VERIFICATION.RESOLVE_ERRORS',
    why: 'the reviewer asks for more',
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

/** A beneficial owner is verified on its own. The contract has no event for it. */
export const BENEFICIAL_OWNER = machine('Beneficial owner', 'kycStatus', ['APPROVED', 'REJECTED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'named by the platform' },
  { from: 'PENDING', on: 'approve', to: 'APPROVED', emits: null, why: 'verification decision' },
  { from: 'PENDING', on: 'reject', to: 'REJECTED', emits: null, why: 'verification decision' },
] as const);
export type BeneficialOwnerStatus = StateOf<typeof BENEFICIAL_OWNER>;

/** A link to the hosted page. That its time is over is no state: it is looked at when somebody comes. */
export const KYC_LINK = machine('KYC link', 'status', ['FINISHED'], [
  { from: null, on: 'create', to: 'OPEN', emits: null, why: 'the platform asked for it' },
  { from: 'OPEN', on: 'start', to: 'STARTED', emits: null, why: 'somebody began with it: it serves nobody else' },
  { from: 'STARTED', on: 'finish', to: 'FINISHED', emits: null, why: 'the data was submitted' },
] as const);
export type KycLinkState = StateOf<typeof KYC_LINK>;

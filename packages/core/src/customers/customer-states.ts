import { machine, type StateOf } from '../kernel/index.js';

/**
 * KYC of an individual. A customer is PENDING from its creation; its event CUSTOMER.KYC_PENDING is written only when
 * the customer is submitted for review.
 */
export const KYC = machine('Individual customer', 'kycStatus', ['APPROVED', 'REJECTED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'customer created' },
  { from: 'PENDING', on: 'submit', to: 'PENDING', emits: 'CUSTOMER.KYC_PENDING', why: 'submitted for review' },
  { from: 'PENDING', on: 'approve', to: 'APPROVED', emits: 'CUSTOMER.KYC_APPROVED', why: 'verification decision' },
  { from: 'PENDING', on: 'reject', to: 'REJECTED', emits: 'CUSTOMER.KYC_REJECTED', why: 'verification decision' },
  { from: 'PENDING', on: 'hold', to: 'HOLD', emits: null, why: 'the provider requests more data' },
  { from: 'HOLD', on: 'submit', to: 'PENDING', emits: 'CUSTOMER.KYC_PENDING', why: 'submitted again' },
] as const);

/** KYB of a business: the same states with its own events. */
export const KYB = machine('Business customer', 'kycStatus', ['APPROVED', 'REJECTED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'customer created' },
  { from: 'PENDING', on: 'submit', to: 'PENDING', emits: 'CUSTOMER.KYB_PENDING', why: 'submitted for review' },
  { from: 'PENDING', on: 'approve', to: 'APPROVED', emits: 'CUSTOMER.KYB_APPROVED', why: 'verification decision' },
  { from: 'PENDING', on: 'reject', to: 'REJECTED', emits: 'CUSTOMER.KYB_REJECTED', why: 'verification decision' },
  { from: 'PENDING', on: 'hold', to: 'HOLD', emits: null, why: 'the provider requests more data' },
  { from: 'HOLD', on: 'submit', to: 'PENDING', emits: 'CUSTOMER.KYB_PENDING', why: 'submitted again' },
] as const);

export type KycStatus = StateOf<typeof KYC>;

/** A mailbox or phone that the customer's region requires to be verified. */
const contactChannel = (name: string, column: string) =>
  machine(name, column, [], [
    { from: null, on: 'require', to: 'PENDING', emits: null, why: 'the region requires verification' },
    { from: 'PENDING', on: 'verify', to: 'VERIFIED', emits: null, why: 'confirmed with the right code' },
    { from: 'VERIFIED', on: 'replace', to: 'PENDING', emits: null, why: 'another address or number was set' },
  ] as const);

export const CONTACT_EMAIL = contactChannel('Contact email', 'contactEmail');
export const CONTACT_PHONE = contactChannel('Contact phone', 'contactPhone');
export type ContactStatus = StateOf<typeof CONTACT_EMAIL>;

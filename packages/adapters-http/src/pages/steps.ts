import type { Application, FieldError } from '@corridor/core';
import type { CustomerType, VerificationError } from '@corridor/core/records';
import type { Progress } from './layout.js';

/** The steps of the verification form, by customer type, in their order. */
export const STEPS = {
  INDIVIDUAL: ['about', 'identity', 'documents', 'review'],
  BUSINESS: ['company', 'people', 'documents', 'review'],
} as const satisfies Readonly<Record<CustomerType, readonly string[]>>;
export type Step = (typeof STEPS)[CustomerType][number];

const TITLES: Readonly<Record<Step, string>> = {
  about: 'About you',
  identity: 'Identification',
  company: 'Company',
  people: 'People',
  documents: 'Documents',
  review: 'Review',
};

export const titleOf = (step: Step): string => TITLES[step];

/** The step on which the customer supplies a missing item. */
function stepOf(error: VerificationError, customerType: CustomerType): Step {
  if (error.type === 'MISSING_BENEFICIAL_OWNER' || error.type === 'MISSING_CONTROL_PERSON') return 'people';
  if (error.field === null) return 'documents';
  if (error.field === 'ownershipPercentage') return 'people';
  if (customerType === 'BUSINESS') return 'company';
  return error.field === 'idType' || error.field === 'identifier' ? 'identity' : 'about';
}

export const lackingIn = ({ lacking, customer }: Application, step: Step): readonly VerificationError[] =>
  lacking.filter((error) => stepOf(error, customer.customerType) === step);

/** The first incomplete step, or the last step if all are complete. */
export function firstOpen(application: Application): Step {
  const steps: readonly Step[] = STEPS[application.customer.customerType];
  return steps.find((step) => lackingIn(application, step).length > 0) ?? 'review';
}

export function after(application: Application, step: Step): Step {
  const steps: readonly Step[] = STEPS[application.customer.customerType];
  return steps[steps.indexOf(step) + 1] ?? 'review';
}

export function progressOf(application: Application, step: Step): Progress {
  const steps: readonly Step[] = STEPS[application.customer.customerType];
  return {
    titles: steps.map(titleOf),
    current: steps.indexOf(step),
    done: steps.map((step) => step !== 'review' && lackingIn(application, step).length === 0),
  };
}

/** The missing items as errors of form fields. */
export const asFieldErrors = (errors: readonly VerificationError[]): readonly FieldError[] =>
  errors.flatMap(({ field, reason }) =>
    field === null ? [] : [{ field: field === 'address' ? 'address.line1' : field, message: reason }],
  );

/**
 * The items that the provider or its reviewer requested while the customer is on hold or changes its identity;
 * otherwise none.
 */
export const asked = ({ customer, verification }: Application): readonly VerificationError[] =>
  (customer.kycStatus === 'HOLD' || verification?.isChange === true) &&
  verification?.verificationStatus === 'RESOLVE_ERRORS'
    ? verification.errors.filter(({ type }) => !ASKED_BY_US.has(type))
    : [];

/** Errors of Corridor's own checks. The steps of the form show these errors themselves. */
const ASKED_BY_US: ReadonlySet<string> = new Set([
  'MISSING_FIELD',
  'INVALID_FIELD',
  'MISSING_LEGAL_PRESENCE_DOCUMENT',
  'MISSING_CONTROL_STRUCTURE_DOCUMENT',
  'MISSING_OWNERSHIP_STRUCTURE_DOCUMENT',
  'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
  'MISSING_IDENTITY_DOCUMENT',
  'MISSING_BENEFICIAL_OWNER',
  'MISSING_CONTROL_PERSON',
]);

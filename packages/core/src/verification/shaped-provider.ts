import { type Shape, shaped, shapes } from '../kernel/index.js';
import type { Decided, KycProvider, KycVerdict, OwnerDecision, VerificationPorts } from './ports.js';
import type { VerificationError } from './verification.js';
import { DOCUMENT_TYPES, VERIFICATION_ERROR_TYPES } from './vocabulary.js';

const { aDelay, anId, aText, listOf, mapOf, objectWith, oneOf, orNull, variants } = shapes;

const DECISION: Shape<OwnerDecision> = oneOf(['approve', 'reject']);
const ERRORS: Shape<readonly VerificationError[]> = listOf(
  objectWith<VerificationError>({
    resourceId: anId,
    type: oneOf(VERIFICATION_ERROR_TYPES),
    field: orNull(anId),
    acceptedDocumentTypes: orNull(listOf(oneOf(DOCUMENT_TYPES))),
    reason: aText,
  }),
);
const decided: shapes.Members<Omit<Decided, 'state'>> = { errors: ERRORS, owners: mapOf(anId, DECISION) };

const VERDICT: Shape<KycVerdict> = variants<KycVerdict>()('state', {
  pending: { checkAfterSeconds: aDelay },
  'manual-review': {},
  resolve: { errors: ERRORS },
  approved: decided,
  rejected: decided,
});

function shapedProvider(provider: KycProvider): KycProvider {
  const name = `kyc ${provider.name}`;
  return {
    name: provider.name,
    review: async (application) => shaped(name, 'review', VERDICT, await provider.review(application)),
    reviewOwner: async (owner) => shaped(name, 'reviewOwner', orNull(DECISION), await provider.reviewOwner(owner)),
  };
}

/** The ports with every verdict checked. A malformed one is thrown, and the provider is asked again. */
export const shapedVerification = (ports: VerificationPorts): VerificationPorts => ({
  ...ports,
  providers: {
    SANDBOX: shapedProvider(ports.providers.SANDBOX),
    PRODUCTION: shapedProvider(ports.providers.PRODUCTION),
  },
});

import { RailUnavailable } from '../accounts/index.js';
import type { DecideAtOnce } from '../customers/index.js';
import { Bug, type Shape, shaped, shapes } from '../kernel/index.js';
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
  const { decideAtOnce } = provider;
  return {
    name: provider.name,
    decideAtOnce: decideAtOnce && ((deciding) => callNow(name, () => decideAtOnce.call(provider, deciding))),
    review: async (application) => shaped(name, 'review', VERDICT, await provider.review(application)),
    reviewOwner: async (owner) => shaped(name, 'reviewOwner', orNull(DECISION), await provider.reviewOwner(owner)),
  };
}

/** It is called in a request, which can be sent again after a failure of the provider. */
function callNow(name: string, decide: () => ReturnType<DecideAtOnce>): ReturnType<DecideAtOnce> {
  try {
    return shaped(name, 'decideAtOnce', orNull(DECISION), decide());
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    throw new RailUnavailable(name, 'decideAtOnce', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The ports with every verdict checked. A malformed one is thrown, and the provider is asked again. */
export const shapedVerification = (ports: VerificationPorts): VerificationPorts => ({
  ...ports,
  providers: {
    SANDBOX: shapedProvider(ports.providers.SANDBOX),
    PRODUCTION: shapedProvider(ports.providers.PRODUCTION),
  },
});

import { RailUnavailable } from '../accounts/index.js';
import type { DecideAtOnce } from '../customers/index.js';
import { Bug, type Shape, shaped, shapes } from '../kernel/index.js';
import type {
  Decided,
  HostedLinks,
  KycProvider,
  KycVerdict,
  LinkState,
  OwnerDecision,
  OwnerVerdict,
  PendingOwner,
  ProviderLink,
  VerificationPorts,
} from './ports.js';
import type { VerificationError } from './verification.js';
import { DOCUMENT_TYPES, VERIFICATION_ERROR_TYPES } from './vocabulary.js';

const { aDelay, anId, anInstant, aText, listOf, mapOf, objectWith, oneOf, orNull, someText, textThat, variants } =
  shapes;

const DECISION: Shape<OwnerDecision> = oneOf(['approve', 'reject']);
const PENDING_OWNER: Shape<PendingOwner> = variants<PendingOwner>()('state', {
  pending: { checkAfterSeconds: aDelay },
});
const OWNER: Shape<OwnerVerdict> = (value, member) =>
  typeof value === 'object' && value !== null ? PENDING_OWNER(value, member) : orNull(DECISION)(value, member);
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

/** Each character fits in one way only, so that a long text is refused in linear time. */
const ADDRESS = /^https?:\/\/[^\s/?#][^\s]{0,4254}$/;
/** The platform sends a person there, so a scheme that a browser runs must not pass. */
const aPage = textThat('the address of a page', (text) => ADDRESS.test(text));

const LINK: Shape<ProviderLink> = objectWith<ProviderLink>({
  url: aPage,
  token: orNull(someText),
  expiresAt: anInstant(),
});

const LINK_STATE: Shape<LinkState> = variants<LinkState>()('state', {
  open: { checkAfterSeconds: aDelay },
  submitted: {},
  ended: {},
});

const shapedLinks = (name: string, links: HostedLinks): HostedLinks => ({
  create: async (application) => shaped(name, 'links.create', orNull(LINK), await links.create(application)),
  look: async (reference) => shaped(name, 'links.look', LINK_STATE, await links.look(reference)),
});

function shapedProvider(provider: KycProvider): KycProvider {
  const name = `kyc ${provider.name}`;
  const { decideAtOnce, links } = provider;
  return {
    name: provider.name,
    decideAtOnce: decideAtOnce && ((deciding) => callNow(name, () => decideAtOnce.call(provider, deciding))),
    review: async (application) => shaped(name, 'review', VERDICT, await provider.review(application)),
    reviewOwner: async (owner) => shaped(name, 'reviewOwner', OWNER, await provider.reviewOwner(owner)),
    ...(links !== undefined && { links: shapedLinks(name, links) }),
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

import { hasEnding, sandboxDecision, sandboxOutcome } from '../customers/index.js';
import type {
  KycApplication,
  KycProvider,
  KycVerdict,
  OwnerApplication,
  OwnerDecision,
  VerificationError,
} from '../verification/index.js';

/**
 * Decides by the last three characters of a name or a registration number, see docs/sandbox.md#kyc-and-kyb. The result
 * depends on the application only, so a repeated call has the same answer. A document that was refused for poor quality
 * is accepted once it was replaced.
 */
export const sandboxKyc = (): KycProvider => ({
  name: 'SANDBOX',
  review: async (application) => verdictOn(application),
  reviewOwner: async (owner) => ownerDecision(owner),
  decideAtOnce: sandboxDecision,
});

/**
 * The provider of the sandbox while a provider is connected to it: a name or a number with a magic ending decides as
 * always, and the connected provider is asked about all others.
 */
export const endingsBefore = (connected: KycProvider): KycProvider => ({
  name: connected.name,
  async review(application) {
    if (hasEnding(decidingOf(application))) return verdictOn(application);
    const verdict = await connected.review(application);
    return 'owners' in verdict ? { ...verdict, owners: withEndings(verdict.owners, application.owners) } : verdict;
  },
  reviewOwner: async (owner) => (hasEnding(owner.lastName) ? ownerDecision(owner) : connected.reviewOwner(owner)),
  decideAtOnce: (deciding) => (hasEnding(deciding) ? sandboxDecision(deciding) : null),
  links: connected.links,
});

/** Decides on the owners with a magic ending, whatever the connected provider has decided. */
function withEndings(
  decided: ReadonlyMap<string, OwnerDecision>,
  owners: readonly OwnerApplication[],
): ReadonlyMap<string, OwnerDecision> {
  const magic = owners.filter(({ lastName }) => hasEnding(lastName));
  const others = [...decided].filter(([id]) => magic.every((owner) => owner.id !== id));
  return new Map([...others, ...decisions(magic)]);
}

function verdictOn(application: KycApplication): KycVerdict {
  const { customer, owners, changes } = application;
  const outcome = sandboxOutcome(decidingOf(application));
  switch (outcome) {
    case 'review':
      return { state: 'manual-review' };
    case 'reject': {
      const reason = 'the sandbox rejects this applicant';
      return {
        state: 'rejected',
        errors: [finding(changes ?? customer.id, 'APPLICANT_REJECTED', reason)],
        owners: decisions(owners),
      };
    }
    case 'poor-quality': {
      const poor = changes === null ? poorDocument(application) : unprovenChange(application, changes);
      if (poor !== null) return { state: 'resolve', errors: [poor] };
    }
  }
  return { state: 'approved', errors: [], owners: decisions(owners) };
}

/** The name or number that decides: the owner's if the application changes an owner's identity. */
function decidingOf({ customer, owners, changes }: KycApplication): string {
  const owner = owners.find(({ id }) => id === changes);
  return owner?.lastName ?? customer.fullName ?? customer.businessInfo?.registrationNumber ?? '';
}

/** A changed identity needs a document that was submitted with it. */
const unprovenChange = ({ reference, documents }: KycApplication, changes: string): VerificationError | null =>
  documents.some(({ submittedWith }) => submittedWith === reference)
    ? null
    : finding(changes, 'DOCUMENT_VERIFICATION_FAILED', 'upload a document that shows the new identity, and submit it');

/** The first document, until a document was replaced. */
function poorDocument({ documents }: KycApplication): VerificationError | null {
  const [first] = documents;
  if (first === undefined || documents.some(({ revision }) => revision > 1)) return null;
  return {
    ...finding(first.id, 'POOR_QUALITY_DOCUMENT', 'the document is not legible: replace it with a better copy'),
    acceptedDocumentTypes: [first.documentType],
  };
}

const finding = (resourceId: string, type: VerificationError['type'], reason: string): VerificationError => ({
  resourceId,
  type,
  field: null,
  acceptedDocumentTypes: null,
  reason,
});

function decisions(owners: readonly OwnerApplication[]): ReadonlyMap<string, OwnerDecision> {
  const decided = owners.map((owner) => [owner.id, ownerDecision(owner)] as const);
  return new Map(decided.filter((entry): entry is readonly [(typeof entry)[0], OwnerDecision] => entry[1] !== null));
}

function ownerDecision({ lastName }: OwnerApplication): OwnerDecision | null {
  const outcome = sandboxOutcome(lastName);
  if (outcome === 'review') return null;
  return outcome === 'reject' ? 'reject' : 'approve';
}

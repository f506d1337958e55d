export * from './area.js';
export * from './beneficial-owner.js';
export * from './blob.js';
export {
  invalidInNewKycLink,
  type IssuedKycLink,
  type NewKycLink,
  type PreparedKycLink,
  REDIRECT_URI_LENGTH,
} from './create-kyc-link.js';
export { REVIEW_DECISIONS, type Review, type ReviewDecision, type Reviewed } from './decide-verification.js';
export * from './document.js';
export { DOCUMENT_LIMITS, type DocumentFields, type UploadedFile } from './document-fields.js';
export {
  type DocumentReplacement,
  invalidInDocumentReplacement,
  invalidInNewDocument,
  type NewDocument,
  type PreparedDocument,
  type PreparedReplacement,
} from './document-service.js';
export type { RevealedNumbers } from './reveal-numbers.js';
export { reviewAgain } from './review-again.js';
export { type Dossier, type OwnerInDossier, type ProposedChange } from './dossier.js';
export { type ProposedField, proposedFields } from './identity-change.js';
export { identityReviews, pendingChange } from './identity-reviews.js';
export { moveVerification } from './submit-verification.js';
export * from './kyc-connection.js';
export * from './kyc-link.js';
export { type HeldLink, KYC_SESSION_SECONDS } from './kyc-link-service.js';
export { type BeneficialOwnerFields, percentOf, type PersonalInfo } from './owner-fields.js';
export {
  type BeneficialOwnerPatch,
  type CustomerWithOwners,
  invalidInBeneficialOwnerPatch,
  invalidInNewBeneficialOwner,
  type NewBeneficialOwner,
} from './owner-service.js';
export * from './ports.js';
export type { OwnerInReview, ReviewFilter, Reviews, VerificationInReview } from './reviews.js';
export { SANDBOX_DOCUMENT_FAULTS } from './sandbox-documents.js';
export { askForRenewal } from './renewals.js';
export * from './verification.js';
export { holdingsOf, type Holdings } from './holdings.js';
export type { Application, VerificationFilter } from './verification-service.js';
export * from './verification-states.js';
export * from './vocabulary.js';
export { shapedVerification } from './shaped-provider.js';

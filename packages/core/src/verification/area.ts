import type { Cursors } from '../kernel/index.js';
import { decide } from './decide-verification.js';
import { documentService, type DocumentDeps, getDocument, listDocuments } from './document-service.js';
import { kycLinkService, type KycLinkDeps } from './kyc-link-service.js';
import {
  createOwner,
  getCustomerWithOwners,
  getOwner,
  listOwners,
  type OwnerDeps,
  updateOwner,
} from './owner-service.js';
import { reviewApplication, type ReviewDeps, reviewOwner } from './review-application.js';
import { submitVerification } from './submit-verification.js';
import { sweepBlob } from './sweep-blob.js';
import { getApplication, getVerification, listVerifications } from './verification-service.js';

export interface VerificationDeps extends DocumentDeps, OwnerDeps, ReviewDeps, KycLinkDeps {
  readonly cursors: Cursors;
}

/** KYC of individuals and KYB of businesses, with the owners, documents and hosted links that belong to it. */
export function verificationArea(deps: VerificationDeps) {
  const { units, cursors, blobs, sealer } = deps;
  return {
    submit: submitVerification(deps),
    get: getVerification,
    list: listVerifications(cursors),
    application: getApplication(deps.settings, sealer),
    decide: decide(deps),
    customerWithOwners: getCustomerWithOwners(sealer),
    owners: { create: createOwner(deps), get: getOwner, list: listOwners(cursors), update: updateOwner(deps) },
    documents: { ...documentService(deps), get: getDocument(sealer), list: listDocuments(cursors, sealer) },
    links: kycLinkService(deps),
    handlers: {
      'kyc.review': reviewApplication(deps),
      'kyc.review-owner': reviewOwner(deps),
      'blob.sweep': sweepBlob(units, blobs),
    },
  } as const;
}

export type VerificationArea = ReturnType<typeof verificationArea>;

import { forJobs } from '../events/index.js';
import type { Cursors } from '../kernel/index.js';
import { decide } from './decide-verification.js';
import { readDossier } from './dossier.js';
import { revealNumbers } from './reveal-numbers.js';
import { documentService, type DocumentPorts, getDocument, listDocuments } from './document-service.js';
import { followLink } from './follow-link.js';
import { kycLinkService, type KycLinkPorts } from './kyc-link-service.js';
import {
  createOwner,
  deleteOwner,
  getCustomerWithOwners,
  getOwner,
  listOwners,
  type OwnerPorts,
  updateOwner,
} from './owner-service.js';
import { endRenewal } from './renewals.js';
import { reviewApplication, type ReviewPorts, reviewOwner } from './review-application.js';
import { reviewsOf } from './reviews.js';
import { submitVerification } from './submit-verification.js';
import { sweepBlob } from './sweep-blob.js';
import { getApplication, getVerification, listVerifications } from './verification-service.js';

export interface VerificationAreaPorts extends DocumentPorts, OwnerPorts, ReviewPorts, KycLinkPorts {
  readonly cursors: Cursors;
}

/** KYC of individuals and KYB of businesses, with owners, documents and hosted links: docs/areas/verification.md. */
export function verificationArea(ports: VerificationAreaPorts) {
  const { cursors, blobs, sealer } = ports;
  const useCases = {
    /**
     * Submits a customer for review. If data is missing, the status is RESOLVE_ERRORS and `errors` lists everything that is
     * missing. 404 USER_NOT_FOUND, 400 INVALID_INPUT after a decision.
     *
     * @example
     * ```ts
     * const owner = await run(core.customers.create, {
     *   customerType: 'BUSINESS',
     *   businessInfo: { legalName: 'Acme Inc.' },
     *   region: 'US',
     * });
     * const verification = await run(core.verification.submit, { customerId: owner.id });
     * verification.verificationStatus; // 'RESOLVE_ERRORS'
     * ```
     */
    submit: submitVerification(ports),
    get: getVerification,
    list: listVerifications(cursors),
    application: getApplication(ports.settings, sealer),
    decide: decide(ports),
    dossier: readDossier(sealer),
    reviews: reviewsOf(ports),
    owners: {
      create: createOwner(ports),
      get: getOwner,
      list: listOwners(cursors),
      update: updateOwner(ports),
      delete: deleteOwner(ports),
    },
    documents: { ...documentService(ports), get: getDocument(sealer), list: listDocuments(cursors, sealer) },
    links: kycLinkService(ports),
  } as const;
  const background = forJobs(ports);
  return {
    useCases,
    /** The service's read of a single customer. */
    customerWithOwners: getCustomerWithOwners(sealer),
    /** For the action that logs each look at a number. */
    numbers: revealNumbers(sealer),
    handlers: {
      'kyc.review': reviewApplication(background),
      'kyc.review-owner': reviewOwner(background),
      'kyc.link': followLink(background),
      'kyc.renewal': endRenewal(background),
      'blob.sweep': sweepBlob(background.units, blobs),
    },
  } as const;
}

export type VerificationArea = ReturnType<typeof verificationArea>['useCases'];

import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { document, verification } from './schemas.js';

/** A verification that lacks a field and a document. */
export const INCOMPLETE_VERIFICATION: Wire<typeof verification> = {
  id: exampleId('Verification'),
  customerId: exampleId('Customer', 3),
  verificationStatus: 'RESOLVE_ERRORS',
  errors: [
    {
      resourceId: exampleId('Customer', 3),
      type: 'MISSING_FIELD',
      field: 'businessInfo.registrationNumber',
      reason: 'is required',
    },
    {
      resourceId: exampleId('Customer', 3),
      type: 'MISSING_PROOF_OF_ADDRESS_DOCUMENT',
      acceptedDocumentTypes: [
        'PROOF_OF_ADDRESS',
        'UTILITY_BILL',
        'ELECTRICITY_BILL',
        'RENT_OR_LEASE_AGREEMENT',
        'BANK_STATEMENT',
        'TAX_RETURN',
      ],
      reason: 'a proof of address from the last 3 months is required',
    },
  ],
  createdAt: '2026-01-05T10:05:00.000Z',
  updatedAt: '2026-01-05T10:05:00.000Z',
};

/** A verification that the provider decides. */
export const SUBMITTED_VERIFICATION: Wire<typeof verification> = {
  ...INCOMPLETE_VERIFICATION,
  verificationStatus: 'IN_PROGRESS',
  errors: [],
};

/** The verification of a changed name. */
export const CHANGE_VERIFICATION: Wire<typeof verification> = {
  id: exampleId('Verification', 2),
  customerId: exampleId('Customer'),
  verificationStatus: 'PENDING_MANUAL_REVIEW',
  errors: [],
  proposal: { resourceId: exampleId('Customer'), changes: [{ field: 'fullName', value: 'Ada King' }] },
  createdAt: '2026-02-02T09:00:00.000Z',
  updatedAt: '2026-02-02T09:00:05.000Z',
};

export const DOCUMENT_EXAMPLE: Wire<typeof document> = {
  id: exampleId('Document'),
  documentHolder: exampleId('Customer', 2),
  documentType: 'DRIVERS_LICENSE',
  side: 'FRONT',
  country: 'DE',
  documentNumber: 'B072RRE2I55',
  issuingAuthority: 'Stadt Köln',
  fileName: 'licence-front.jpg',
  createdAt: '2026-01-05T10:03:00.000Z',
  updatedAt: '2026-01-05T10:03:00.000Z',
};

import { expect, it } from 'vitest';
import { paste } from '../support/pasted-page.js';

const RUN_MS = 180_000;

it(
  'the lines of the guide to verification, pasted into a shell, verify people and a business',
  async () => {
    const printed = await paste('guides/verification.md');
    expect(printed).toMatch(
      /"verificationStatus": "RESOLVE_ERRORS"\n\}\nMISSING_FIELD fullName\n[^]*MISSING_IDENTITY_DOCUMENT PASSPORT/,
    );
    expect(printed).toMatch(/"verificationStatus": "IN_PROGRESS",\n +"errors": \[\]/);
    expect(printed).toMatch(/^POOR_QUALITY_DOCUMENT PASSPORT\nHOLD$/m);
    expect(printed).toMatch(
      /^MISSING_PROOF_OF_ADDRESS_DOCUMENT PROOF_OF_ADDRESS\nbusiness: APPROVED, owner: APPROVED\nthe page: 200$/m,
    );
    expect(printed).toMatch(
      /^started: 200\nsubmitted, and leads to https:\/\/app\.example\/verified\nopened once more: 410$/m,
    );
    expect(printed).toMatch(/^CUSTOMER\.KYC_PENDING, CUSTOMER\.KYC_APPROVED$/m);
    expect(printed).toMatch(/^VERIFICATION\.RESOLVE_ERRORS, VERIFICATION\.IN_PROGRESS, VERIFICATION\.APPROVED$/m);
    expect(printed).toMatch(
      /"code":"USER_NOT_READY"[^\n]*\nthe customer's email and phone must be verified first\nVERIFIED\nVERIFIED$/m,
    );
    expect(printed).toMatch(
      /"fullName": "Ada Lovelace",\n +"email": "ada@example\.com",\n +"kycStatus": "APPROVED"\n\}\n.*Ada King 001.*$/m,
    );
    expect(printed).toMatch(/^Ada King 001\nLOW_QUALITY\nREJECTED\n$/m);
  },
  RUN_MS,
);

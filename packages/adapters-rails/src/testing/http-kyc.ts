import type { Environment } from '@corridor/core';
import type { KycApplication, KycConnection, KycTelling, OwnerApplication } from '@corridor/core/ports';
import { httpKyc } from '../http-kyc/index.js';
import { partnerContext, PENDING, type PlayedSpeaker, playSpeaker } from './partners.js';

export const KYC_ENTRY = {
  url: 'https://provider.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'CALLBACK_SECRET' },
};

const ADDRESS = {
  line1: '1 Main St',
  line2: null,
  city: 'Springfield',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
};

export const OWNER = {
  id: 'BeneficialOwner:0199c0de-0000-7000-8000-000000000003',
  customerId: 'Customer:0199c0de-0000-7000-8000-000000000002',
  roles: ['UBO'],
  ownershipPpm: 600_000,
  firstName: 'Grace',
  middleName: null,
  lastName: 'Hopper',
  birthDate: '1986-12-09',
  nationality: 'US',
  email: null,
  phoneNumber: null,
  address: ADDRESS,
  idType: 'SSN',
  identifier: '912-55-0187',
  countryOfIssuance: null,
  kycStatus: 'PENDING',
  version: 4,
} as unknown as OwnerApplication;

const CONTENT = Buffer.from([0x25, 0x50, 0xff, 0x00]);

export const APPLICATION = {
  reference: 'Verification:0199c0de-0000-7000-8000-000000000001',
  submission: 2,
  changes: null,
  link: null,
  renews: null,
  customer: {
    id: 'Customer:0199c0de-0000-7000-8000-000000000002',
    tenant: 'never sent',
    customerType: 'BUSINESS',
    region: 'US',
    email: null,
    phoneNumber: null,
    address: ADDRESS,
    umaAddress: 'never sent',
    fullName: null,
    birthDate: null,
    nationality: null,
    idType: null,
    identifier: null,
    countryOfIssuance: null,
    dueDiligence: null,
    businessInfo: { legalName: 'Lovelace Ltd', registrationNumber: 'REG-900', taxId: '12-3456789' },
  },
  owners: [OWNER],
  documents: [
    {
      id: 'Document:0199c0de-0000-7000-8000-000000000004',
      documentHolder: 'Customer:0199c0de-0000-7000-8000-000000000002',
      documentType: 'CERTIFICATE_OF_INCORPORATION',
      side: null,
      country: 'US',
      documentNumber: null,
      issuingAuthority: null,
      fileName: 'scan.pdf',
      contentType: 'application/pdf',
      size: CONTENT.length,
      contentDigest: 'a'.repeat(64),
      blobKey: 'never sent',
      revision: 1,
      read: async () => CONTENT,
    },
  ],
} as unknown as KycApplication;

export interface PlayedProvider extends PlayedSpeaker<KycTelling> {
  readonly connection: KycConnection;
}

/** A connection to a provider that the test plays. */
export async function playProvider(
  entry: Readonly<Record<string, unknown>> = KYC_ENTRY,
  environment: Environment = 'PRODUCTION',
  publicUrl: string | null = 'https://pay.example/kyc/acme-id',
): Promise<PlayedProvider> {
  const play = playSpeaker<KycTelling>(PENDING, (callback, tell) => played.connection.callback!(callback, tell));
  const context = { ...partnerContext('acme-id', environment, play), ...(publicUrl !== null && { publicUrl }) };
  const played: PlayedProvider = Object.assign(play, { connection: await httpKyc(entry, context) });
  return played;
}

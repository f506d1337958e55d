import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type {
  burnRequest,
  mintRequest,
  providerAccount,
  stablecoin,
  stablecoinOperation,
  stablecoinQuote,
} from './schemas.js';

const PAID = '100000000';
const BURNED = '40000000';

export const PROVIDER_ACCOUNT_EXAMPLE: Wire<typeof providerAccount> = {
  id: exampleId('StablecoinProviderAccount'),
  provider: 'BRALE',
  providerAccountId: 'acct_5d41402abc4b2a76',
  providerEnvironment: 'SANDBOX',
  status: 'ACTIVE',
  lastVerifiedAt: '2026-01-05T10:00:00.000Z',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** A token that internal accounts can hold, and that can be minted. */
export const STABLECOIN_EXAMPLE: Wire<typeof stablecoin> = {
  id: exampleId('Stablecoin'),
  name: 'Sandbox USDB',
  symbol: 'USDB',
  baseCurrency: 'USD',
  network: 'SPARK',
  decimals: 6,
  issuanceStatus: 'PROVISIONED',
  svcOperationsStatus: 'ENABLED',
  networkTokenIdentifier: 'btkn1daywtenlww42njymqzyegvcwuy3p9f26zknme0srxa7tagewvuys86h553',
  currency: 'USDB',
  provider: 'BRALE',
  stablecoinProviderAccountId: exampleId('StablecoinProviderAccount'),
  providerEnvironment: 'SANDBOX',
  providerTokenIdentifier: 'usdb-main',
  createdAt: '2026-01-05T10:01:00.000Z',
  updatedAt: '2026-01-05T10:01:00.000Z',
};

/** USD 100.00 of an internal account become 100 tokens in another internal account. */
export const MINT_REQUEST_EXAMPLE = {
  amount: PAID,
  fundingSource: { type: 'SVC_INTERNAL_ACCOUNT', accountId: exampleId('InternalAccount') },
  destination: { accountId: exampleId('InternalAccount', 2) },
  description: 'Top-up of the treasury',
} satisfies Wire<typeof mintRequest>;

/** USD 100.00 come by wire. */
export const WIRE_MINT_REQUEST_EXAMPLE = {
  amount: PAID,
  fundingSource: { type: 'WIRE' },
  destination: { accountId: exampleId('InternalAccount', 2) },
} satisfies Wire<typeof mintRequest>;

/** 40 tokens of an internal account become USD in a bank account. */
export const BURN_REQUEST_EXAMPLE = {
  amount: BURNED,
  source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: exampleId('InternalAccount', 2) },
  destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: exampleId('ExternalAccount'), rail: 'WIRE' },
} satisfies Wire<typeof burnRequest>;

export const MINT_QUOTE_EXAMPLE: Wire<typeof stablecoinQuote> = {
  id: exampleId('StablecoinQuote'),
  stablecoinId: exampleId('Stablecoin'),
  operationType: 'MINT',
  status: 'PENDING',
  amount: PAID,
  fees: '0',
  netAmount: PAID,
  createdAt: '2026-01-05T10:02:00.000Z',
  expiresAt: '2026-01-05T10:07:00.000Z',
};

/** The sandbox issuer takes 0.25 % for a wire. */
export const BURN_QUOTE_EXAMPLE: Wire<typeof stablecoinQuote> = {
  ...MINT_QUOTE_EXAMPLE,
  operationType: 'BURN',
  amount: BURNED,
  fees: '100000',
  netAmount: '39900000',
};

const CREATED = {
  id: exampleId('StablecoinOperation'),
  stablecoinId: exampleId('Stablecoin'),
  status: 'CREATED',
  provider: 'BRALE',
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: exampleId('StablecoinProviderAccount'),
  createdAt: '2026-01-05T10:03:00.000Z',
  updatedAt: '2026-01-05T10:03:00.000Z',
} satisfies Partial<Wire<typeof stablecoinOperation>>;

export const MINT_EXAMPLE: Wire<typeof stablecoinOperation> = {
  ...CREATED,
  operationType: 'MINT',
  amount: PAID,
  source: MINT_REQUEST_EXAMPLE.fundingSource,
  destination: MINT_REQUEST_EXAMPLE.destination,
  estimatedDelivery: { amount: PAID, currency: 'USDB', timing: 'WITHIN_MINUTES' },
  description: MINT_REQUEST_EXAMPLE.description,
};

/** A mint that its customer pays by wire. */
export const WIRE_MINT_EXAMPLE: Wire<typeof stablecoinOperation> = {
  ...CREATED,
  operationType: 'MINT',
  amount: PAID,
  source: WIRE_MINT_REQUEST_EXAMPLE.fundingSource,
  destination: WIRE_MINT_REQUEST_EXAMPLE.destination,
  estimatedDelivery: { amount: PAID, currency: 'USDB', timing: 'WITHIN_MINUTES' },
};

/** The delivery is in cents. */
export const BURN_EXAMPLE: Wire<typeof stablecoinOperation> = {
  ...CREATED,
  operationType: 'BURN',
  amount: BURNED,
  source: BURN_REQUEST_EXAMPLE.source,
  destination: { accountId: exampleId('ExternalAccount'), rail: 'WIRE' },
  estimatedDelivery: { rail: 'WIRE', amount: '3990', currency: 'USD', timing: 'SAME_DAY' },
};

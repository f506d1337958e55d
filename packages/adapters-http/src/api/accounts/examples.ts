import type { AccountInfo, OwnerType } from '@corridor/core/records';
import { accountInfoView } from '@corridor/core/internal';
import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { externalAccount, internalAccount, ownershipChallenge } from './schemas.js';

const DOLLARS = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const USDB = { code: 'USDB', name: 'USDB', symbol: 'USDB', decimals: 6 };

/** A customer's account with USD 500.00, of which 100.00 is held for a payment. */
export const ACCOUNT_EXAMPLE: Wire<typeof internalAccount> = {
  id: exampleId('InternalAccount'),
  customerId: exampleId('Customer'),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  balance: { amount: 40_000, currency: DOLLARS },
  totalBalance: { amount: 50_000, currency: DOLLARS },
  fundingPaymentInstructions: [
    {
      instructionsNotes: 'Put 7HQ4GKX93MTA into the memo of the payment.',
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
        accountNumber: '9876543210',
        routingNumber: '123456780',
        bankName: 'First Example Bank',
        reference: '7HQ4GKX93MTA',
      },
    },
  ],
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

const { customerId: _, ...ofPlatform } = ACCOUNT_EXAMPLE;
export const PLATFORM_ACCOUNT_EXAMPLE: Wire<typeof internalAccount> = ofPlatform;

/** An Embedded Wallet with 50 USDB. */
export const WALLET_EXAMPLE: Wire<typeof internalAccount> = {
  id: exampleId('InternalAccount'),
  customerId: exampleId('Customer'),
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance: { amount: 50_000_000, currency: USDB },
  totalBalance: { amount: 50_000_000, currency: USDB },
  fundingPaymentInstructions: [
    {
      instructionsNotes: 'Send USDB on SPARK to the own address of this wallet.',
      accountOrWalletInfo: {
        accountType: 'SPARK_WALLET',
        address: 'spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2',
        assetType: 'USDB',
        reference: 'PNRQGEXX6JVP',
      },
    },
  ],
  privateEnabled: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

interface Sample {
  readonly title: string;
  readonly currency: string;
  readonly ownershipType?: 'FIRST_PARTY' | 'THIRD_PARTY';
  readonly accountInfo: AccountInfo;
}

const person = (fullName: string, countryOfResidence: string) =>
  ({ beneficiaryType: 'INDIVIDUAL', fullName, countryOfResidence }) as const;

const EURO_ACCOUNT: Sample = {
  title: 'An account with an IBAN',
  currency: 'EUR',
  accountInfo: {
    accountType: 'EUR_ACCOUNT',
    iban: 'DE89370400440532013000',
    beneficiary: person('Grace Hopper', 'DE'),
  },
};

const OWN_ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OWN_WALLET: Sample = {
  title: "The owner's own wallet on Base",
  currency: 'USDC',
  ownershipType: 'FIRST_PARTY',
  accountInfo: { accountType: 'BASE_WALLET', address: OWN_ADDRESS },
};

/** One account for each account type that is used most. */
const SAMPLES: readonly Sample[] = [
  {
    title: 'A bank account in the United States',
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '1234567890',
      routingNumber: '021000021',
      bankName: 'First Example Bank',
      bankAccountType: 'CHECKING',
      beneficiary: {
        ...person('Ada Lovelace', 'US'),
        address: { line1: '1 Example Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' },
      },
    },
  },
  EURO_ACCOUNT,
  {
    title: 'A business account in the United Kingdom',
    currency: 'GBP',
    accountInfo: {
      accountType: 'GBP_ACCOUNT',
      sortCode: '200000',
      accountNumber: '55779911',
      beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Example Trading Ltd', countryOfResidence: 'GB' },
    },
  },
  {
    title: 'An account in Mexico, by its CLABE',
    currency: 'MXN',
    accountInfo: {
      accountType: 'MXN_ACCOUNT',
      clabeNumber: '032180000118359719',
      beneficiary: person('Sofía Ramírez', 'MX'),
    },
  },
  {
    title: 'An account in Brazil, by its Pix key',
    currency: 'BRL',
    accountInfo: {
      accountType: 'BRL_ACCOUNT',
      pixKey: 'ana.souza@example.com',
      pixKeyType: 'EMAIL',
      taxId: '11144477735',
      beneficiary: person('Ana Souza', 'BR'),
    },
  },
  {
    title: 'An account in India, by its UPI address',
    currency: 'INR',
    accountInfo: {
      accountType: 'INR_ACCOUNT',
      vpa: 'asha.patel@okbank',
      beneficiary: person('Asha Patel', 'IN'),
    },
  },
  OWN_WALLET,
  {
    title: 'A wallet on Solana at an exchange',
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: {
      accountType: 'SOLANA_WALLET',
      address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
      vaspName: 'Example Exchange',
    },
  },
  {
    title: 'The Spark wallet of another person',
    currency: 'BTC',
    ownershipType: 'THIRD_PARTY',
    accountInfo: {
      accountType: 'SPARK_WALLET',
      address: 'spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2',
      beneficiary: person('Grace Hopper', 'DE'),
    },
  },
];

const ownerOf = (ownerType: OwnerType) =>
  ownerType === 'CUSTOMER' ? ({ customerId: exampleId('Customer') } as const) : {};

/** The account as the sandbox adds it: the name of a bank account's beneficiary is confirmed. */
function added(ownerType: OwnerType, sample: Sample): Wire<typeof externalAccount> {
  const { currency, ownershipType, accountInfo } = sample;
  const { beneficiary } = accountInfo;
  const isWallet = accountInfo.accountType.endsWith('_WALLET');
  return {
    id: exampleId('ExternalAccount'),
    ...ownerOf(ownerType),
    status: sample === OWN_WALLET ? 'PENDING_OWNERSHIP_VERIFICATION' : 'ACTIVE',
    currency,
    ...(ownershipType !== undefined && { ownershipType }),
    defaultUmaDepositAccount: false,
    ...(!isWallet && {
      beneficiaryVerificationStatus: 'MATCHED' as const,
      beneficiaryVerifiedData: { fullName: String(beneficiary?.['fullName'] ?? beneficiary?.['legalName']) },
    }),
    accountInfo: accountInfoView(accountInfo),
  };
}

/** Requests that add an account of each sample, and their answers. */
export const additionsOf = (ownerType: OwnerType) =>
  SAMPLES.map((sample) => {
    const { title, ...details } = sample;
    return {
      title,
      status: 201,
      body: { ...ownerOf(ownerType), ...details },
      answer: added(ownerType, sample),
    } as const;
  });

/** An account with an IBAN. */
export const externalAccountOf = (ownerType: OwnerType): Wire<typeof externalAccount> => added(ownerType, EURO_ACCOUNT);

/** A wallet whose owner has proven it. */
export const provenWalletOf = (ownerType: OwnerType): Wire<typeof externalAccount> => ({
  ...added(ownerType, OWN_WALLET),
  status: 'ACTIVE',
});

export const OWNERSHIP_CHALLENGE_EXAMPLE: Wire<typeof ownershipChallenge> = {
  method: 'WALLET_SIGNATURE',
  messageToSign: `payments.example.com asks you to prove that this wallet is yours.
Signing this message moves no money.

Wallet: ${OWN_ADDRESS}
Account: ${exampleId('ExternalAccount')}
Code: NXQPJAK4Q63CM9MEEN6HMEUP
Valid until: 2026-01-05T10:15:00.000Z`,
  expiresAt: '2026-01-05T10:15:00.000Z',
};

/** A signature in place of the one that a wallet makes. */
export const SIGNATURE_EXAMPLE =
  '0x8f2c1c7f0a9e5b3d4e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c51d2e3f405162738495a6b7c8d9eafb0c1d2e3f405162738495a6b7c8d9eafb0c1b';

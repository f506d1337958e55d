import {
  findAccountType,
  type FundingRequest,
  instructionFields,
  instructionRails,
  PAYMENT_ACCOUNTS,
  type PaymentAccountInfo,
  type PaymentAccountType,
  type PaymentInstruction,
} from '../accounts/index.js';
import { brCode } from './br-code.js';

export const NO_REAL_MONEY = 'Sandbox: real money sent here is lost.';

const BANK_NAME = 'Corridor Sandbox Bank';

/** How the sandbox collects a currency: the account type, and its details for one request. */
interface Collection {
  readonly accountType: PaymentAccountType;
  readonly details: (request: FundingRequest) => Readonly<Record<string, string>>;
  readonly notes: (reference: string) => string;
}

const memo = (reference: string): string => `Put ${reference} into the memo of the payment.`;

/** One account for all payers. The reference in the memo tells the payers apart. */
const account = (accountType: PaymentAccountType, details: Readonly<Record<string, string>>): Collection => ({
  accountType,
  details: () => details,
  notes: memo,
});

const reais = (centavos: bigint): string => `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;

/** Currencies that need more than the row of their account. The bank codes do not exist; the check digits are valid. */
const COLLECTIONS: Readonly<Record<string, Collection>> = {
  USD: account('USD_ACCOUNT', { accountNumber: '9876543210', routingNumber: '123456780', bankName: BANK_NAME }),
  EUR: account('EUR_ACCOUNT', { iban: 'IE67SBOX99000098765432', swiftCode: 'SBOXIE2D' }),
  MXN: account('MXN_ACCOUNT', { clabeNumber: '999180000987654322' }),
  GBP: account('GBP_ACCOUNT', { sortCode: '000099', accountNumber: '98765432' }),
  INR: {
    accountType: 'INR_ACCOUNT',
    details: ({ reference }) => ({ vpa: `corridor.${reference}@sandbox`, bankName: BANK_NAME }),
    notes: (reference) => `Pay to the UPI address, which is for ${reference} alone.`,
  },
  BRL: {
    accountType: 'BRL_ACCOUNT',
    details: ({ reference, amount }) => ({
      qrCode: brCode({
        key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
        name: 'CORRIDOR SANDBOX',
        city: 'SAO PAULO',
        amount: amount === null ? null : reais(amount),
        txid: reference,
      }),
    }),
    notes: () => 'Pay the PIX code in a bank app; it carries the reference.',
  },
};

const AT_BANKS = PAYMENT_ACCOUNTS.filter(({ kind }) => kind !== 'crypto');

/** The sandbox's own names, in place of those in the examples of a row. */
const NAMES: Readonly<Record<string, string>> = {
  bankName: BANK_NAME,
  provider: 'Corridor Sandbox Mobile',
  accountHolderName: 'Corridor Sandbox',
};

/**
 * The account to which a currency is paid, from the row of the first account type in that currency: the valid examples
 * of the row, with the reference of the request.
 */
function collectionByRow(row: (typeof PAYMENT_ACCOUNTS)[number]): Collection {
  const all = instructionFields(row);
  const { example: exampleReference } = all.find(({ name }) => name === 'reference')!;
  const identifiers: readonly string[] = findAccountType(row.type)?.identifiedBy[0] ?? [];
  const fields = all.filter(({ name, required }) => name !== 'reference' && (required || identifiers.includes(name)));
  return {
    accountType: row.type,
    details: ({ reference }) =>
      Object.fromEntries(
        fields.map(({ name, example }) => [name, NAMES[name] ?? example.replaceAll(exampleReference, reference)]),
      ),
    notes: memo,
  };
}

/** The collection account of each currency that a bank or mobile-money account can hold. */
const BY_CURRENCY: ReadonlyMap<string, Collection> = new Map([
  ...AT_BANKS.toReversed().flatMap((row) => {
    const collection = collectionByRow(row);
    return row.currencies.map((currency) => [currency, collection] as const);
  }),
  ...Object.entries(COLLECTIONS),
]);

export const COLLECTED_CURRENCIES = [...BY_CURRENCY.keys()];

/** The networks of a currency: off chain only, or none if the currency is not collected. */
export const collectionNetworks = (currency: string): readonly null[] => (BY_CURRENCY.has(currency) ? [null] : []);

/** How a payer sends this currency to the sandbox's bank; null if the bank does not collect it, or on a chain. */
export function collectionInstructions(request: FundingRequest): readonly PaymentInstruction[] | null {
  const collection = BY_CURRENCY.get(request.currency);
  if (collection === undefined || request.cryptoNetwork !== null) return null;
  return [
    {
      instructionsNotes: `${collection.notes(request.reference)} ${NO_REAL_MONEY}`,
      isPlatformAccount: null,
      accountOrWalletInfo: paymentAccount(collection.accountType, {
        ...collection.details(request),
        reference: request.reference,
      }),
    },
  ];
}

/** The account with its payment rails, if its type has any. */
export function paymentAccount(
  accountType: PaymentAccountType,
  fields: Readonly<Record<string, string>>,
): PaymentAccountInfo {
  const row = PAYMENT_ACCOUNTS.find(({ type }) => type === accountType);
  const paymentRails = row === undefined ? [] : instructionRails(row);
  return { accountType, ...(paymentRails.length > 0 && { paymentRails }), ...fields };
}

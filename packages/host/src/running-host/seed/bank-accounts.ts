import type { AccountInfo } from '../scenes/acts.js';
import type { Chance } from './chance.js';
import { cpf } from './tax-numbers.js';

/** Who has an account at a bank or in a mobile wallet. */
export interface Holder {
  readonly name: string;
  readonly isBusiness: boolean;
}

/**
 * Account numbers with right check digits at banks that may exist; no account behind them does. The last three
 * characters choose the outcome in the sandbox (docs/sandbox.md).
 */
const ACCOUNTS = {
  USD: (chance, holder, ending) => ({
    accountType: 'USD_ACCOUNT',
    accountNumber: chance.digits(7) + ending,
    routingNumber: chance.of(['021000021', '011401533', '091000019', '122105155']),
    beneficiary: beneficiary(holder, 'US'),
  }),
  EUR: (chance, holder, ending) => {
    const country = chance.of(['DE', 'NL', 'AT'] as const);
    const bban = { DE: '37040044', NL: 'ABNA', AT: '19043' }[country];
    const length = { DE: 18, NL: 14, AT: 16 }[country];
    const rest = chance.digits(length - bban.length - ending.length) + ending;
    return { accountType: 'EUR_ACCOUNT', iban: iban(country, bban + rest), beneficiary: beneficiary(holder, country) };
  },
  GBP: (chance, holder, ending) => ({
    accountType: 'GBP_ACCOUNT',
    sortCode: chance.of(['200000', '309634', '401276', '601613']),
    accountNumber: chance.digits(5) + ending,
    beneficiary: beneficiary(holder, 'GB'),
  }),
  MXN: (chance, holder, ending) => ({
    accountType: 'MXN_ACCOUNT',
    clabeNumber: clabe(chance.of(['002180', '012180', '072180']), chance.digits(9), ending),
    beneficiary: beneficiary(holder, 'MX'),
  }),
  BRL: (chance, holder, ending) => ({
    accountType: 'BRL_ACCOUNT',
    // The ending of an address with an @ is before the @.
    pixKey: `${plain(holder.name)}.${chance.digits(2)}${ending}@example.com`,
    pixKeyType: 'EMAIL',
    taxId: cpf(chance.digits(9)),
    beneficiary: beneficiary(holder, 'BR'),
  }),
  INR: (chance, holder, ending) => ({
    accountType: 'INR_ACCOUNT',
    accountNumber: chance.digits(9) + ending,
    ifsc: chance.of(['HDFC0001234', 'SBIN0004321', 'ICIC0002468']),
    beneficiary: beneficiary(holder, 'IN'),
  }),
  PHP: (chance, holder, ending) => ({
    accountType: 'PHP_ACCOUNT',
    bankName: chance.of(['BDO Unibank', 'Metrobank']),
    accountNumber: chance.digits(9) + ending,
    beneficiary: beneficiary(holder, 'PH'),
  }),
  KES: (chance, holder, ending) => ({
    accountType: 'KES_ACCOUNT',
    phoneNumber: `+2547${chance.digits(5)}${ending}`,
    provider: 'M-Pesa',
    beneficiary: beneficiary(holder, 'KE'),
  }),
  NGN: (chance, holder, ending) => ({
    accountType: 'NGN_ACCOUNT',
    bankName: chance.of(['Zenith Bank', 'Access Bank']),
    accountNumber: chance.digits(7) + ending,
    beneficiary: beneficiary(holder, 'NG'),
  }),
} as const satisfies Readonly<Record<string, (chance: Chance, holder: Holder, ending: string) => AccountInfo>>;

export type PayoutCurrency = keyof typeof ACCOUNTS;
export const PAYOUT_CURRENCIES = Object.keys(ACCOUNTS) as readonly PayoutCurrency[];

/** A new account; without an ending, its payments have the ordinary outcome. */
export function bankAccount(chance: Chance, currency: PayoutCurrency, holder: Holder, ending?: string): AccountInfo {
  // An ending from 200 to 999 chooses no outcome.
  return ACCOUNTS[currency](chance, holder, ending ?? String(200 + chance.under(800)));
}

const beneficiary = ({ name, isBusiness }: Holder, countryOfResidence: string) =>
  isBusiness
    ? ({ beneficiaryType: 'BUSINESS', legalName: name, countryOfResidence } as const)
    : ({ beneficiaryType: 'INDIVIDUAL', fullName: name, countryOfResidence } as const);

/** Letters and dots, for addresses of mail. */
export const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .trim()
    .replaceAll(/ +/g, '.');

/** ISO 13616: the number with the country behind it leaves a remainder of 1 when divided by 97. */
function iban(country: string, bban: string): string {
  const number = [...`${bban}${country}00`].map((sign) => parseInt(sign, 36)).join('');
  const check = 98n - (BigInt(number) % 97n);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

const CLABE_WEIGHTS = [3, 7, 1] as const;

/** A CLABE with this ending. Its last digit is the check digit, so the digit before the ending is chosen to match it. */
function clabe(bank: string, middle: string, ending: string): string {
  const sumOf = (digits: string): number =>
    [...digits].reduce((sum, digit, index) => sum + ((Number(digit) * CLABE_WEIGHTS[index % 3]!) % 10), 0);
  for (let fitting = 0; fitting < 10; fitting++) {
    const number = bank + middle.slice(0, -1) + String(fitting) + ending;
    if ((10 - (sumOf(number.slice(0, -1)) % 10)) % 10 === Number(number.at(-1))) return number;
  }
  // Each weight has no common factor with ten, so one of ten digits fits.
  throw new Error('no digit completes the CLABE');
}

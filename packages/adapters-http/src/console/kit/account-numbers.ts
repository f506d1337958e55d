import { masked, maskedIdentifier } from '@corridor/core/internal';

/** Details of an account that are shown in full; all others are masked. */
const OPEN = new Set([
  'bankName',
  'accountHolderName',
  'accountType',
  'reference',
  'country',
  'assetType',
  'swiftCode',
  'bicCode',
  'bic',
]);

/** A detail of an account of a bank or a wallet, as pages show it. */
export const shownDetail = (name: string, value: string): string =>
  OPEN.has(name) ? value : maskedIdentifier(name, value);

/** The fields of wire forms that hold the details of an account. */
const DETAILS = new Set(['accountInfo', 'accountOrWalletInfo']);

/** A wire form with the details of its accounts masked. */
export function withMaskedNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMaskedNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      DETAILS.has(name) && typeof part === 'object' && part !== null ? maskedDetails(part) : withMaskedNumbers(part),
    ]),
  );
}

/** Numbers of the beneficiary, whose other data are shown in full. */
const NUMBERS = new Set(['registrationNumber', 'taxId', 'documentNumber']);

/** Lists such as the payment rails are not numbers of the account. */
const maskedDetails = (details: object): object =>
  Object.fromEntries(
    Object.entries(details).map(([name, part]) => [
      name,
      typeof part === 'string' ? shownDetail(name, part) : withoutNumbers(part),
    ]),
  );

const withoutNumbers = (party: unknown): unknown =>
  typeof party !== 'object' || party === null || Array.isArray(party)
    ? party
    : Object.fromEntries(
        Object.entries(party).map(([name, part]) => [
          name,
          NUMBERS.has(name) && typeof part === 'string' ? masked(part) : part,
        ]),
      );

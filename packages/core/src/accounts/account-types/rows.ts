import type { AccountTypeRow, BeneficiaryRule, Field, InstructionShape, PaymentRail } from './account-type.js';
import { beneficiary, NO_BENEFICIARY, WALLET_BENEFICIARY } from './beneficiary.js';
import { choice, field, optional, PHONE_NUMBER, PROVIDER, REFERENCE } from './fields.js';

/** The fields of the account, and the reference that the payer must state. */
const ACCOUNT_WITH_REFERENCE: InstructionShape = { account: true, fields: [REFERENCE] };

/** Other fields in place of the account's: a QR code, an invoice, a link. */
export const insteadOfAccount = (...fields: readonly Field[]): InstructionShape => ({
  account: false,
  fields: [...fields, optional(REFERENCE)],
});

interface BankAccount {
  readonly rails?: readonly PaymentRail[];
  readonly fields: readonly Field[];
  readonly identifiedBy: AccountTypeRow['identifiedBy'];
  /** Default: the currency in the type's name. */
  readonly currencies?: readonly string[];
  readonly beneficiary?: BeneficiaryRule;
  readonly instructions?: InstructionShape;
}

/** The type `<name>_ACCOUNT` at a bank of this country. */
export const bank = <const N extends string>(
  name: N,
  country: string | null,
  traits: BankAccount,
): AccountTypeRow<`${N}_ACCOUNT`> => ({
  type: `${name}_ACCOUNT`,
  currencies: traits.currencies ?? [name],
  country,
  kind: 'bank',
  network: null,
  sameAs: null,
  paymentRails: traits.rails ?? ['BANK_TRANSFER'],
  fields: traits.fields,
  identifiedBy: traits.identifiedBy,
  exclusive: false,
  beneficiary: traits.beneficiary ?? beneficiary(),
  instructions: traits.instructions ?? ACCOUNT_WITH_REFERENCE,
});

/** Payment rails of types whose accounts are at banks or are mobile wallets. */
export const BANK_AND_MOBILE: readonly PaymentRail[] = ['BANK_TRANSFER', 'MOBILE_MONEY'];

/** The type `<name>_ACCOUNT` at a mobile-money provider. */
export const mobile = <const N extends string>(
  name: N,
  country: string | null,
  phone: Field = PHONE_NUMBER,
  more: readonly Field[] = [PROVIDER],
): AccountTypeRow<`${N}_ACCOUNT`> => ({
  ...bank(name, country, {
    rails: ['MOBILE_MONEY'],
    fields: [phone, ...more],
    identifiedBy: [more.includes(PROVIDER) ? ['phoneNumber', 'provider'] : ['phoneNumber']],
  }),
  kind: 'mobile',
});

const VASP_NAME = optional(
  field('vaspName', 'Example Exchange', 'The institution that keeps the wallet. Omit it for self-custody.', {
    minLength: 1,
    maxLength: 255,
  }),
);

/** The type `<name>_WALLET` on the chain of this name, for these assets. */
export const wallet = <const N extends string>(
  name: N,
  assets: readonly [string, ...string[]],
  address: Field,
): AccountTypeRow<`${N}_WALLET`> => ({
  type: `${name}_WALLET`,
  currencies: assets,
  country: null,
  kind: 'crypto',
  network: name,
  sameAs: null,
  paymentRails: [],
  fields: [address, VASP_NAME],
  identifiedBy: [['address']],
  exclusive: false,
  beneficiary: WALLET_BENEFICIARY,
  instructions: insteadOfAccount(address, optional(choice('assetType', assets, 'The token to send to the address.'))),
});

/** A second name for a type, with its own fields and without a beneficiary. */
export const synonym = <const T extends string>(
  type: T,
  of: AccountTypeRow,
  fields: readonly Field[],
): AccountTypeRow<T> => ({
  ...of,
  type,
  sameAs: of.type,
  network: null,
  paymentRails: [],
  fields,
  beneficiary: NO_BENEFICIARY,
  instructions: { account: true, fields: fields.some((f) => f.name === 'reference') ? [] : [optional(REFERENCE)] },
});

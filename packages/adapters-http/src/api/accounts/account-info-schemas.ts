import { type BeneficiaryType, PAYMENT_RAILS, type PaymentRail } from '@corridor/core/records';
import {
  ACCOUNT_TYPES,
  accountInfoView,
  type AccountInfoView,
  ADDRESS_FIELDS,
  BUSINESS_BENEFICIARY,
  exampleAccountInfo,
  expectation,
  type Field,
  inNotation,
  instructionFields,
  instructionRails,
  type PartyShape,
  PAYMENT_ACCOUNTS,
  WALLET_BENEFICIARY,
} from '@corridor/core/internal';
import * as z from 'zod';
import { emptyIfAbsent, oneOf } from '../../kit/schemas.js';

type ExternalRow = (typeof ACCOUNT_TYPES)[number];
type PaymentRow = (typeof PAYMENT_ACCOUNTS)[number];
type Shape = Readonly<Record<string, z.ZodType>>;

export const paymentRail = z.enum(PAYMENT_RAILS).register(z.globalRegistry, {
  id: 'PaymentRail',
  description: 'The payment scheme of a bank account or mobile wallet. Wallets on chains have none.',
});

/** Formats of the account type table by their OpenAPI names. */
const OPENAPI_FORMATS: Readonly<Record<string, string>> = { email: 'email', date: 'date', url: 'uri' };

function text(of: Field): z.ZodType {
  if (of.enum !== undefined) return z.enum(of.enum);
  const rules: z.core.$ZodCheck<string>[] = [];
  // The notation of a PIX key depends on another field, so core applies it.
  if (of.notation !== undefined && of.notation !== 'PIX_KEY')
    rules.push(z.overwrite((sent) => inNotation(of, sent, {})));
  if (of.minLength !== undefined) rules.push(z.minLength(of.minLength));
  if (of.maxLength !== undefined) rules.push(z.maxLength(of.maxLength));
  if (of.pattern !== undefined) rules.push(z.regex(new RegExp(of.pattern), { error: expectation(of) }));
  return z.string().check(...rules);
}

function makeFieldSchema(of: Field): z.ZodType {
  const format = of.format === undefined ? undefined : OPENAPI_FORMATS[of.format];
  const schema = text(of).meta({
    ...(of.description !== undefined && { description: of.description }),
    ...(format !== undefined && { format }),
    examples: [of.example],
  });
  return of.required ? schema : schema.optional();
}

// Most rows share their fields; a new schema for each row would add 100 ms to the start.
const made = new Map<string, z.ZodType>();

function fieldSchema(of: Field): z.ZodType {
  const key = JSON.stringify(of);
  const schema = made.get(key) ?? makeFieldSchema(of);
  made.set(key, schema);
  return schema;
}

const fieldsShape = (fields: readonly Field[]): Shape =>
  Object.fromEntries(fields.map((of) => [of.name, fieldSchema(of)]));

const railsShape = (rails: readonly PaymentRail[]): Shape =>
  rails.length === 0
    ? {}
    : { paymentRails: z.array(z.enum(rails)).describe('The schemes that reach an account of this type.') };

/** Documented as required, and absent only in a country without postal codes: core knows them. */
const postalCode = ADDRESS_FIELDS.find(({ name }) => name === 'postalCode')!;
const addressShape: Shape = {
  ...fieldsShape(ADDRESS_FIELDS),
  postalCode: emptyIfAbsent(postalCode.maxLength).meta({
    description: postalCode.description,
    examples: [postalCode.example],
  }),
};
const address = z.object(addressShape).register(z.globalRegistry, { id: 'BeneficiaryAddress' });
const HOME = 'Where the person lives, or where the business has its seat.';
const homeAddress = address.describe(HOME);
const optionalHomeAddress = address.optional().describe(HOME);

const party = (id: string, type: BeneficiaryType, shape: PartyShape): z.ZodObject =>
  z
    .object({
      beneficiaryType: z.literal(type),
      ...fieldsShape(shape.fields),
      ...(shape.address !== 'none' && { address: shape.address === 'required' ? homeAddress : optionalHomeAddress }),
    })
    .register(z.globalRegistry, { id });

const business = party('BusinessBeneficiary', 'BUSINESS', BUSINESS_BENEFICIARY);
const walletBeneficiary = oneOf('WalletBeneficiaryOneOf', 'beneficiaryType', [
  party('WalletIndividualBeneficiary', 'INDIVIDUAL', WALLET_BENEFICIARY.individual),
  business,
]);

/** `AED_ACCOUNT` becomes `Aed`, `BASE_WALLET` becomes `BaseWallet`: the prefix of the component names. */
const stem = (type: string): string =>
  type
    .replace(/_ACCOUNT$/, '')
    .split('_')
    .map((word) => word[0]! + word.slice(1).toLowerCase())
    .join('');

/** Components whose names do not follow from the type. */
const NAMES: Readonly<Record<string, string>> = {
  US_ACCOUNT: 'UsAccountInfo',
  LAYER2_WALLET: 'Layer2WalletInfo',
  ALTCHAIN_WALLET: 'AltchainWalletInfo',
};
const PAYMENT_NAMES: Readonly<Record<string, string>> = {
  LIGHTNING: 'PaymentLightningInvoiceInfo',
  BITCOIN_L1: 'PaymentBitcoinDepositAddressInfo',
};

const BENEFICIARY = 'The person or business that the account belongs to. Banks compare this name with their own.';
const WALLET_OWNER =
  'The person or business that controls the wallet, for institutions that must know it (travel rule).';

const optionalWalletBeneficiary = walletBeneficiary.optional().describe(WALLET_OWNER);

function beneficiaryShape({ type, beneficiary: { presence, individual } }: ExternalRow): Shape {
  if (presence === 'none') return {};
  if (individual === WALLET_BENEFICIARY.individual) return { beneficiary: optionalWalletBeneficiary };
  const schema = oneOf(null, 'beneficiaryType', [
    party(`${stem(type)}Beneficiary`, 'INDIVIDUAL', individual),
    business,
  ]);
  return { beneficiary: (presence === 'required' ? schema : schema.optional()).describe(BENEFICIARY) };
}

const listed = (fields: readonly string[]): string => fields.map((name) => `\`${name}\``).join(' with ');

/** What the account is, the currencies that it receives, and which of its optional fields identify it. */
function meaningOf({ kind, country, network, paymentRails, sameAs, currencies, identifiedBy, exclusive }: ExternalRow) {
  const isMobileToo = kind === 'bank' && paymentRails.includes('MOBILE_MONEY');
  const what = {
    bank: isMobileToo ? 'Bank account or mobile wallet' : 'Bank account',
    mobile: 'Mobile wallet',
    crypto: 'Wallet',
  };
  const ways = identifiedBy.map(listed).join(', or ');
  return [
    `${what[kind]}.`,
    ...(country === null ? [] : [`Country: ${country}.`]),
    ...(network === null ? [] : [`Network: ${network}.`]),
    `Currencies: ${currencies.join(', ')}.`,
    ...(sameAs === null ? [] : [`The same kind of account as \`${sameAs}\`, with other fields.`]),
    ...(identifiedBy.length === 1 ? [] : [`Required is ${exclusive ? 'exactly one: ' : ''}${ways}.`]),
  ].join(' ');
}

/** Requests and responses differ in the rails only; a type without rails has one component for both. */
function externalVariants(row: ExternalRow): { readonly sent: z.ZodObject; readonly answered: z.ZodObject } {
  const id = NAMES[row.type] ?? `${stem(row.type)}ExternalAccountInfo`;
  const base = z.object({ accountType: z.literal(row.type), ...fieldsShape(row.fields), ...beneficiaryShape(row) });
  const description = meaningOf(row);
  const described = (name: string, schema: z.ZodObject, view: AccountInfoView) =>
    schema.register(z.globalRegistry, { id: name, description, examples: [view] });
  const example = exampleAccountInfo(row.type);
  if (row.paymentRails.length === 0) {
    const schema = described(id, base, example);
    return { sent: schema, answered: schema };
  }
  return {
    sent: described(id.replace('AccountInfo', 'AccountCreateInfo'), base, example),
    answered: described(id, base.extend(railsShape(row.paymentRails)), accountInfoView(example)),
  };
}

function paymentVariant(row: PaymentRow): z.ZodObject {
  const suffix = row.type.endsWith('_ACCOUNT') ? 'AccountInfo' : 'Info';
  return z
    .object({
      accountType: z.literal(row.type),
      ...fieldsShape(instructionFields(row)),
      ...railsShape(instructionRails(row)),
    })
    .register(z.globalRegistry, { id: PAYMENT_NAMES[row.type] ?? `Payment${stem(row.type)}${suffix}` });
}

const external = ACCOUNT_TYPES.map(externalVariants);

/** The details of an account in requests. */
export const externalAccountCreateInfo = oneOf(
  'ExternalAccountCreateInfoOneOf',
  'accountType',
  external.map(({ sent }) => sent),
);

/** The details of an account in responses. */
export const externalAccountInfo = oneOf(
  'ExternalAccountInfoOneOf',
  'accountType',
  external.map(({ answered }) => answered),
);

export const paymentInstructions = z
  .object({
    instructionsNotes: z
      .string()
      .optional()
      .describe('What the payer must observe, in words, such as where to write the reference.'),
    isPlatformAccount: z
      .boolean()
      .optional()
      .describe("Whether the account is in the platform's own name. Absent if the rail does not say so."),
    accountOrWalletInfo: oneOf(null, 'accountType', PAYMENT_ACCOUNTS.map(paymentVariant)).describe(
      'Where the payer sends the money. A `reference`, if present, must be part of the payment.',
    ),
  })
  .register(z.globalRegistry, { id: 'PaymentInstructions' });

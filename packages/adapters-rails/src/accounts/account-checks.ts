import type { Environment, FieldError } from '@corridor/core';
import type { AccountChecks } from '@corridor/core/ports';
import type { AccountInfo, BeneficiaryType } from '@corridor/core/records';
import { accountType, BUSINESS_BENEFICIARY, type Field, type FieldContent } from '@corridor/core/internal';
import { anyAddressFault, bitcoinFault, evmFault, solanaFault, sparkFault, tronFault } from './address-faults.js';
import { bankOfClabe, isAbaRoutingNumber, isCbu, isChineseAccount, isClabe, isIban, isPixKey } from './bank-numbers.js';
import { readBolt11 } from './bolt11.js';
import { readBolt12 } from './bolt12.js';
import { isLightningAddress } from './lightning-address.js';
import { paymentRequestOf } from './payment-requests.js';
import { isBrazilianTaxNumber, isColombianDocument, isTaxNumber } from './tax-numbers.js';

/** The other fields of the same account or beneficiary. */
type Among = Readonly<Record<string, unknown>>;

/** What is wrong with a value, in words; null if nothing is. */
type Check = (value: string, among: Among, environment: Environment) => string | null;

const check =
  (holds: (value: string, among: Among) => boolean, message: string | ((value: string) => string)): Check =>
  (value, among) => {
    if (holds(value, among)) return null;
    return typeof message === 'string' ? message : message(value);
  };

/** The check for each content of a field. The row of an account type says which content a field has. */
const CHECKS: Readonly<Record<FieldContent, Check>> = {
  ABA_ROUTING_NUMBER: check(isAbaRoutingNumber, 'has a wrong check digit'),
  ANY_CHAIN_ADDRESS: (value, { assetType }, environment) => anyAddressFault(value, assetType, environment),
  BITCOIN_ADDRESS: (value, _among, environment) => bitcoinFault(value, environment),
  BOLT11_INVOICE: check(
    (value) => readBolt11(value)?.isMainNetwork === true,
    'is not a Lightning invoice of the main network',
  ),
  BOLT12_OFFER: check(
    (value) => readBolt12(value)?.isMainNetwork === true,
    'is not a Lightning offer of the main network',
  ),
  BR_TAX_NUMBER: check(isBrazilianTaxNumber, 'is neither a CPF nor a CNPJ'),
  CBU: check(isCbu, 'has a wrong check digit'),
  CLABE: check(isClabe, wrongClabe),
  CN_BANK_ACCOUNT: check(isChineseAccount, 'is a card number with a wrong check digit'),
  CO_DOCUMENT_NUMBER: check((value, { documentType }) => isColombianDocument(value, documentType), 'is not a NIT'),
  EVM_ADDRESS: evmFault,
  IBAN: check(isIban, 'has wrong check digits, or does not have the format of its country'),
  LIGHTNING_ADDRESS: check(isLightningAddress, 'is not a Lightning address'),
  PIX_KEY: check((value, { pixKeyType }) => isPixKey(value, pixKeyType), 'is not a key of the type in pixKeyType'),
  SOLANA_ADDRESS: (value, _among, environment) => solanaFault(value, environment),
  SPARK_ADDRESS: (value, _among, environment) => sparkFault(value, environment),
  TAX_NUMBER: check(isPartysTaxNumber, "is not a tax number of the business's country"),
  TRON_ADDRESS: (value, _among, environment) => tronFault(value, environment),
};

/** See docs/rails.md#account-checks. In production addresses must belong to main networks. */
export const accountChecks: AccountChecks = {
  check(info, environment = 'PRODUCTION') {
    const { beneficiary } = info;
    const ofAccount = faults(accountType(info.accountType).fields, info, 'accountInfo', environment);
    if (beneficiary === undefined) return ofAccount;
    return [
      ...ofAccount,
      ...faults(partyFields(info, beneficiary.beneficiaryType), beneficiary, 'accountInfo.beneficiary', environment),
    ];
  },
  paymentRequest: paymentRequestOf,
  isTaxNumber,
};

const partyFields = (info: AccountInfo, type: BeneficiaryType): readonly Field[] =>
  type === 'BUSINESS' ? BUSINESS_BENEFICIARY.fields : accountType(info.accountType).beneficiary.individual.fields;

const faults = (
  fields: readonly Field[],
  among: Among,
  path: string,
  environment: Environment,
): readonly FieldError[] =>
  fields.flatMap(({ name, content }) => {
    const value = among[name];
    if (content === undefined || typeof value !== 'string') return [];
    const message = CHECKS[content](value, among, environment);
    return message === null ? [] : [{ field: `${path}.${name}`, message }];
  });

/** The bank that the number begins with tells whether the mistake is there. */
function wrongClabe(value: string): string {
  const bank = bankOfClabe(value);
  return bank === null ? 'has a wrong check digit' : `has a wrong check digit; its bank would be ${bank}`;
}

/** A business is taxed in its country of residence; without one, in the country of its address. */
function isPartysTaxNumber(value: string, { countryOfResidence, address: of }: Among): boolean {
  const country = countryOfResidence ?? (of as { readonly country?: string } | undefined)?.country;
  return typeof country !== 'string' || isTaxNumber({ country, holder: 'BUSINESS', type: null, value });
}

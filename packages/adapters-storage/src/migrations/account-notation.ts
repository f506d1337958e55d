/**
 * The notation and the identity of external accounts as of the migration 0054. The core has its own rules, which may
 * change; those of a released migration must not.
 */

export type Info = Readonly<Record<string, unknown>> & { readonly accountType: string };

const capitals = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const ungrouped = (text: string): string => text.replace(/[\p{White_Space}\p{Cf}\p{Pd}\u2043\u2212]/gu, '');
const compact = (text: string): string =>
  text.includes('@') ? text.replace(/\p{Cf}/gu, '').trim() : text.replace(/[\p{White_Space}\p{Cf}]/gu, '');
const code = (text: string): string => capitals(ungrouped(text)).replace(/[./]/g, '');
const name = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();

function phone(text: string): string {
  const plain = ungrouped(text)
    .replace(/^tel:/i, '')
    .replace(/^\uff0b/, '+')
    .replace(/[./]/g, '');
  return plain.includes('(0') ? plain : plain.replace(/[()]/g, '');
}

function lightning(text: string): string {
  const plain = compact(text)
    .replace(/^lightning:(?:\/\/)?/i, '')
    .replace(/^(lno1[^@]*)$/i, (offer) => offer.replaceAll('+', ''));
  return plain.includes('@') || plain === capitals(plain) ? small(plain) : plain;
}

const UUID_DIGITS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The sandbox has taken keys of other forms. */
function uuid(text: string): string {
  const digits = small(ungrouped(text));
  return UUID_DIGITS.test(digits) ? digits.replace(UUID_DIGITS, '$1-$2-$3-$4-$5') : compact(text);
}

const PIX_KEYS: Readonly<Record<string, (key: string) => string>> = {
  CPF: code,
  CNPJ: code,
  EMAIL: (key) => small(compact(key)),
  PHONE: phone,
  RANDOM: uuid,
};

const FIELDS: Readonly<Record<string, (text: string) => string>> = {
  ...{ accountNumber: ungrouped, routingNumber: ungrouped, intermediaryRoutingNumber: ungrouped, bankCode: ungrouped },
  ...{
    branchCode: ungrouped,
    clabeNumber: ungrouped,
    sortCode: ungrouped,
    phoneNumber: phone,
    taxId: code,
    ifsc: code,
  },
  ...{ bankName: name, intermediaryBankName: name, provider: name, vpa: compact, address: compact },
  ...{ invoice: lightning, bolt12: lightning, lightningAddress: lightning },
  iban: (text) => capitals(ungrouped(text)).replace(/^IBAN:?/, ''),
  swiftCode: (text) => capitals(ungrouped(text)).replace(/^(.{8})XXX$/, '$1'),
};

/** The details in one notation. A value of which nothing would be left stays as it is. */
export function inOneNotation(info: Info): Info {
  const entries = Object.entries(info).map(([field, value]) => {
    if (typeof value !== 'string') return [field, value];
    const ofKey = field === 'pixKey' ? PIX_KEYS[String(info['pixKeyType'])] : undefined;
    const notation = ofKey ?? (Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined);
    return [field, notation?.(value) || value];
  });
  return Object.fromEntries(entries) as Info;
}

const ADDRESS = [['address']];
const BANK = [['accountNumber', 'bankName']];
const BANK_OR_PHONE = [...BANK, ['phoneNumber', 'bankName']];
const SWIFT = [['accountNumber', 'swiftCode']];
const IBAN = [['iban']];
const MOBILE = [['phoneNumber', 'provider']];
const US = [['accountNumber', 'routingNumber']];

/** The ways to identify an account of each type, best first. */
const WAYS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  ...{ USD_ACCOUNT: US, US_ACCOUNT: US, BRL_ACCOUNT: [['pixKey']], MXN_ACCOUNT: [['clabeNumber']] },
  CAD_ACCOUNT: [['accountNumber', 'bankCode', 'branchCode']],
  JMD_ACCOUNT: [['accountNumber', 'branchCode', 'bankName']],
  GBP_ACCOUNT: [['accountNumber', 'sortCode']],
  SLV_ACCOUNT: [...BANK, ['phoneNumber']],
  HTG_ACCOUNT: [['phoneNumber']],
  EGP_ACCOUNT: [...IBAN, ['phoneNumber', 'bankName']],
  INR_ACCOUNT: [['vpa'], ['accountNumber', 'ifsc']],
  PKR_ACCOUNT: [...IBAN, ...BANK_OR_PHONE],
  SWIFT_ACCOUNT: [...IBAN, ...SWIFT],
  ...{ COP_ACCOUNT: BANK_OR_PHONE, GHS_ACCOUNT: BANK_OR_PHONE, BDT_ACCOUNT: BANK_OR_PHONE, CNY_ACCOUNT: BANK_OR_PHONE },
  ...{ GTQ_ACCOUNT: BANK, NGN_ACCOUNT: BANK, ZAR_ACCOUNT: BANK, PHP_ACCOUNT: BANK },
  ...{ DKK_ACCOUNT: IBAN, EUR_ACCOUNT: IBAN, AED_ACCOUNT: IBAN },
  ...{ BWP_ACCOUNT: MOBILE, KES_ACCOUNT: MOBILE, MWK_ACCOUNT: MOBILE, RWF_ACCOUNT: MOBILE, TZS_ACCOUNT: MOBILE },
  ...{ UGX_ACCOUNT: MOBILE, XAF_ACCOUNT: MOBILE, XOF_ACCOUNT: MOBILE, ZMW_ACCOUNT: MOBILE },
  ...{ HKD_ACCOUNT: SWIFT, IDR_ACCOUNT: SWIFT, MYR_ACCOUNT: SWIFT, SGD_ACCOUNT: SWIFT, THB_ACCOUNT: SWIFT },
  VND_ACCOUNT: SWIFT,
  ...{ SPARK_WALLET: ADDRESS, LAYER2_WALLET: ADDRESS, SOLANA_WALLET: ADDRESS, TRON_WALLET: ADDRESS },
  ...{ PLASMA_WALLET: ADDRESS, POLYGON_WALLET: ADDRESS, BASE_WALLET: ADDRESS, ETHEREUM_WALLET: ADDRESS },
  ALTCHAIN_WALLET: [['address', 'assetType']],
  LIGHTNING: [['lightningAddress'], ['invoice'], ['bolt12']],
};

const CASELESS: readonly string[] = [
  ...['bankName', 'provider', 'pixKey', 'iban', 'vpa', 'lightningAddress', 'invoice', 'bolt12'],
];
const CASELESS_TYPES: readonly string[] = [
  ...['SPARK_WALLET', 'LAYER2_WALLET', 'PLASMA_WALLET', 'POLYGON_WALLET', 'BASE_WALLET', 'ETHEREUM_WALLET'],
];
const CASELESS_ADDRESS = /^(0x[0-9a-f]{40}|bc1[02-9ac-hj-np-z]+)$/i;

function isCaseless(type: string, field: string, value: string): boolean {
  if (field !== 'address') return CASELESS.includes(field);
  return CASELESS_TYPES.includes(type) || (type === 'ALTCHAIN_WALLET' && CASELESS_ADDRESS.test(value));
}

/** The text whose digest is the identity of an account. */
export function identityOf(info: Info): string {
  const { accountType } = info;
  const way = (WAYS[accountType] ?? []).find(([primary]) => typeof info[primary!] === 'string') ?? [];
  const parts = way.flatMap((field) => {
    const value = info[field];
    if (typeof value !== 'string') return [];
    return [field, isCaseless(accountType, field, value) ? value.toLowerCase() : value];
  });
  return JSON.stringify([accountType, ...parts]);
}

import type { AccountInfo, ExternalAccountType } from '@corridor/core/records';
import { accountType, exampleAccountInfo } from '@corridor/core/internal';
import { bech32m, hex } from '@scure/base';

export type Details = Readonly<Record<string, unknown>>;

/** The example of a type with other details. An alternative identifier that the details omit is removed. */
export function accountWith(type: ExternalAccountType, details: Details): AccountInfo {
  const row = accountType(type);
  const primaries = row.identifiedBy.map(([primary]) => primary);
  const replaced = row.identifiedBy.length > 1 && primaries.some((primary) => primary in details);
  const example = Object.entries(exampleAccountInfo(type)).filter(([name]) => !replaced || !primaries.includes(name));
  return { ...Object.fromEntries(example), ...details } as unknown as AccountInfo;
}

export const business = (party: Details): Details => ({
  beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Example Trading Ltd', ...party },
});

/** Valid values, with the account type. */
export const RIGHT: readonly (readonly [ExternalAccountType, Details])[] = [
  ['EUR_ACCOUNT', { iban: 'de89370400440532013000' }],
  ['EUR_ACCOUNT', { iban: 'FR1420041010050500013M02606' }],
  ['EUR_ACCOUNT', { iban: 'NL91ABNA0417164300', swiftCode: 'ABNANL2AXXX' }],
  ['SWIFT_ACCOUNT', { iban: 'GB29NWBK60161331926819' }],
  ['PKR_ACCOUNT', { iban: 'PK36SCBL0000001123456702' }],
  ['US_ACCOUNT', { routingNumber: '111000025' }],
  ['USD_ACCOUNT', { intermediaryRoutingNumber: '011401533' }],
  ['MXN_ACCOUNT', { clabeNumber: '002010077777777771' }],
  ['BRL_ACCOUNT', { pixKey: '11144477735', pixKeyType: 'CPF' }],
  ['BRL_ACCOUNT', { pixKey: '11.222.333/0001-81', pixKeyType: 'CNPJ', taxId: '11222333000181' }],
  ['BRL_ACCOUNT', { pixKey: '+5511987654321', pixKeyType: 'PHONE' }],
  ['BRL_ACCOUNT', { pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', pixKeyType: 'RANDOM' }],
  ['CNY_ACCOUNT', { accountNumber: '6212345678901232' }],
  ['CNY_ACCOUNT', { accountNumber: '1234567890123456' }],
  ['BASE_WALLET', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }],
  ['BASE_WALLET', { address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359' }],
  ['BASE_WALLET', { address: '0xFB6916095CA1DF60BB79CE92CE3EA74C37C5D359' }],
  ['SPARK_WALLET', { address: sparkAddress('spark') }],
  ['SPARK_WALLET', { address: sparkAddress('sp') }],
  ['ALTCHAIN_WALLET', { assetType: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
  ['ALTCHAIN_WALLET', { assetType: 'BTC', address: '3P14159f73E4gFr7JterCCQh9QjiTjiZrG' }],
  ['ALTCHAIN_WALLET', { assetType: 'BTC', address: 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4' }],
  ['ALTCHAIN_WALLET', { assetType: 'BTC', address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }],
  ['ALTCHAIN_WALLET', { assetType: 'BTC', address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0' }],
  ['ALTCHAIN_WALLET', { assetType: 'USDT', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }],
  ['ALTCHAIN_WALLET', { assetType: 'USDC', address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV' }],
  ['LIGHTNING', { lightningAddress: 'Ada+tips@wallet.example' }],
  [
    'COP_ACCOUNT',
    { beneficiary: { beneficiaryType: 'INDIVIDUAL', documentType: 'NIT', documentNumber: '213123432-1' } },
  ],
  ['COP_ACCOUNT', { beneficiary: { beneficiaryType: 'INDIVIDUAL', documentType: 'CC', documentNumber: '1' } }],
  ['EUR_ACCOUNT', business({ taxId: '12-3456789', countryOfResidence: 'US' })],
  ['EUR_ACCOUNT', business({ taxId: 'anything', countryOfResidence: 'DE' })],
  ['EUR_ACCOUNT', business({ taxId: 'anything' })],
];

/** Values that match the pattern of their field but fail its check, with the name of that field. */
export const WRONG: readonly (readonly [ExternalAccountType, string, Details])[] = [
  ['EUR_ACCOUNT', 'iban', { iban: 'DE89370400440532013010' }],
  ['EUR_ACCOUNT', 'iban', { iban: 'DE8937040044053201300' }],
  ['EUR_ACCOUNT', 'iban', { iban: 'XX89370400440532013000' }],
  ['SWIFT_ACCOUNT', 'iban', { iban: 'GB29NWBK60161331926810' }],
  ['AED_ACCOUNT', 'iban', { iban: 'AE070331234567890123457' }],
  ['DKK_ACCOUNT', 'iban', { iban: 'DK5000400440116244' }],
  ['EGP_ACCOUNT', 'iban', { iban: 'EG620019000500000000263184518' }],
  ['PKR_ACCOUNT', 'iban', { iban: 'PK36SCBL0000001123456703' }],
  ['US_ACCOUNT', 'routingNumber', { routingNumber: '021000022' }],
  ['USD_ACCOUNT', 'routingNumber', { routingNumber: '000000000' }],
  ['USD_ACCOUNT', 'intermediaryRoutingNumber', { intermediaryRoutingNumber: '123456789' }],
  ['MXN_ACCOUNT', 'clabeNumber', { clabeNumber: '032180000118359718' }],
  ['BRL_ACCOUNT', 'taxId', { taxId: '11144477734' }],
  ['BRL_ACCOUNT', 'taxId', { taxId: '11111111111' }],
  ['BRL_ACCOUNT', 'taxId', { taxId: '111444777350' }],
  ['BRL_ACCOUNT', 'pixKey', { pixKey: '11144477734', pixKeyType: 'CPF' }],
  ['BRL_ACCOUNT', 'pixKey', { pixKey: '11222333000180', pixKeyType: 'CNPJ' }],
  ['BRL_ACCOUNT', 'pixKey', { pixKey: 'ada@example', pixKeyType: 'EMAIL' }],
  ['BRL_ACCOUNT', 'pixKey', { pixKey: '+14155550123', pixKeyType: 'PHONE' }],
  ['BRL_ACCOUNT', 'pixKey', { pixKey: 'ada@example.com', pixKeyType: 'RANDOM' }],
  ['CNY_ACCOUNT', 'accountNumber', { accountNumber: '6212345678901233' }],
  ['BASE_WALLET', 'address', { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35A' }],
  ['ETHEREUM_WALLET', 'address', { address: '0xFb6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }],
  ['POLYGON_WALLET', 'address', { address: 'fb6916095ca1df60bb79ce92ce3ea74c37c5d359' }],
  ['PLASMA_WALLET', 'address', { address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d35' }],
  ['SOLANA_WALLET', 'address', { address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLt' }],
  ['SOLANA_WALLET', 'address', { address: '0OIl' }],
  ['TRON_WALLET', 'address', { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9' }],
  ['TRON_WALLET', 'address', { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
  ['SPARK_WALLET', 'address', { address: `${sparkAddress('spark').slice(0, -1)}b` }],
  ['SPARK_WALLET', 'address', { address: sparkAddress('sparkrt') }],
  ['LAYER2_WALLET', 'address', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'BTC', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb' }],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'BTC', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5' }],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'BTC', address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
  // A version 1 program in bech32, and a version 0 program in bech32m (BIP-350).
  [
    'ALTCHAIN_WALLET',
    'address',
    { assetType: 'BTC', address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd' },
  ],
  [
    'ALTCHAIN_WALLET',
    'address',
    { assetType: 'BTC', address: 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL' },
  ],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh' }],
  ['ALTCHAIN_WALLET', 'address', { assetType: 'USDC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
  ['LIGHTNING', 'invoice', { invoice: 'lnbc1' }],
  ['LIGHTNING', 'invoice', { invoice: `${String(exampleInvoice()).slice(0, -1)}q` }],
  [
    'LIGHTNING',
    'invoice',
    {
      invoice:
        'lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0v9cxj0m385ekvcenxc6r2c35xvukxefcv5mkvv34x5ekzd3ev56nyd3hxqurzepexejxxepnxscrvwfnv9nxzcn9xq6xyefhvgcxxcmyxymnserxfq5fns',
    },
  ],
  ['LIGHTNING', 'bolt12', { bolt12: 'lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcn' }],
  ['LIGHTNING', 'bolt12', { bolt12: 'lni1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy' }],
  ['LIGHTNING', 'lightningAddress', { lightningAddress: 'ada@wallet' }],
  ['LIGHTNING', 'lightningAddress', { lightningAddress: 'a/b@wallet.example' }],
  [
    'COP_ACCOUNT',
    'beneficiary.documentNumber',
    { beneficiary: { beneficiaryType: 'INDIVIDUAL', documentType: 'NIT', documentNumber: '213123432-2' } },
  ],
  ['EUR_ACCOUNT', 'beneficiary.taxId', business({ taxId: '00-123456', countryOfResidence: 'US' })],
  [
    'EUR_ACCOUNT',
    'beneficiary.taxId',
    business({ taxId: '11222333000180', address: { line1: 'Rua 1', postalCode: '01310-100', country: 'BR' } }),
  ],
];

/** The address of an identity key that equals the generator of the curve. */
function sparkAddress(prefix: string): string {
  const key = hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798');
  return bech32m.encode(prefix, bech32m.toWords(Uint8Array.from([0x0a, key.length, ...key])), false);
}

function exampleInvoice(): unknown {
  return accountType('LIGHTNING').fields.find(({ name }) => name === 'invoice')!.example;
}

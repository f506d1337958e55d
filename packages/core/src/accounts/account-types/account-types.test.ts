import { describe, expect, it } from 'vitest';
import { sandboxSuffix } from '../../kernel/index.js';
import {
  ACCOUNT_TYPES,
  accountInfoView,
  accountServes,
  accountType,
  accountTypeServes,
  behaviourOf,
  exampleAccountInfo,
  EXTERNAL_ACCOUNT_TYPES,
  findAccountType,
  identityOf,
  instructionFields,
  instructionRails,
  PAYMENT_ACCOUNT_TYPES,
  PAYMENT_ACCOUNTS,
  PAYMENT_RAILS,
  payeesOf,
  primaryIdentifier,
  railsOf,
  validateAccountInfo,
} from './index.js';
import type { AccountInfo } from './index.js';

const valid = (info: unknown): AccountInfo => {
  const result = validateAccountInfo(info);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};

describe('the table', () => {
  it('has each type once: 49 of external accounts, three more in payment instructions', () => {
    expect(new Set(EXTERNAL_ACCOUNT_TYPES).size).toBe(49);
    expect(EXTERNAL_ACCOUNT_TYPES).toHaveLength(49);
    expect(new Set(PAYMENT_ACCOUNT_TYPES).size).toBe(52);
    const only = PAYMENT_ACCOUNT_TYPES.filter((type) => findAccountType(type) === null);
    expect(only).toEqual(['ARS_ACCOUNT', 'BITCOIN_L1', 'EMBEDDED_WALLET']);
  });

  it('identifies accounts only by fields of their rows, and lists each field once', () => {
    for (const row of ACCOUNT_TYPES) {
      const names = row.fields.map((of) => of.name);
      expect(new Set(names).size, row.type).toBe(names.length);
      expect(row.identifiedBy.length, row.type).toBeGreaterThan(0);
      for (const name of row.identifiedBy.flat()) expect(names, row.type).toContain(name);
    }
  });

  it('requires an identifier in every type: the only one, or one of several', () => {
    for (const row of ACCOUNT_TYPES) {
      const required = (name: string) => row.fields.some((of) => of.name === name && of.required);
      const single = row.identifiedBy.length === 1;
      for (const [primary] of row.identifiedBy) expect(required(primary), row.type).toBe(single);
    }
  });

  it('has no example that selects a sandbox outcome', () => {
    for (const row of ACCOUNT_TYPES) {
      for (const of of row.fields) expect(sandboxSuffix(of.example), `${row.type} ${of.name}`).toBeNull();
    }
  });

  it('serves one currency per national account, and the assets of each chain', () => {
    for (const row of ACCOUNT_TYPES) expect(row.currencies.length, row.type).toBeGreaterThan(0);
    expect(accountType('SLV_ACCOUNT').currencies).toEqual(['USD']);
    expect(accountType('US_ACCOUNT').currencies).toEqual(['USD']);
    expect(accountTypeServes('SOLANA_WALLET', 'USDT')).toBe(true);
    expect(accountTypeServes('BASE_WALLET', 'USDT')).toBe(false);
    expect(accountTypeServes('SWIFT_ACCOUNT', 'EUR')).toBe(true);
    expect(accountTypeServes('SWIFT_ACCOUNT', 'KRW')).toBe(false);
  });

  it('gives synonyms the rails of the type that they stand for', () => {
    expect(behaviourOf('US_ACCOUNT').type).toBe('USD_ACCOUNT');
    expect(behaviourOf('LAYER2_WALLET').type).toBe('SPARK_WALLET');
    expect(railsOf('US_ACCOUNT')).toEqual(['ACH', 'WIRE', 'RTP', 'FEDNOW']);
    for (const row of ACCOUNT_TYPES) expect(behaviourOf(row.type).sameAs).toBeNull();
  });

  it('names only payment rails that exist', () => {
    for (const row of PAYMENT_ACCOUNTS) for (const rail of row.paymentRails) expect(PAYMENT_RAILS).toContain(rail);
  });
});

describe('payment instructions', () => {
  it('of every type can contain the reference, and list each field once', () => {
    for (const row of PAYMENT_ACCOUNTS) {
      const names = instructionFields(row).map((of) => of.name);
      expect(names, row.type).toContain('reference');
      expect(new Set(names).size, row.type).toBe(names.length);
    }
  });

  it('contain what the payer uses in place of the account, if that differs', () => {
    const names = (type: string) =>
      instructionFields(PAYMENT_ACCOUNTS.find((row) => row.type === type)!).map((of) => of.name);
    expect(names('BRL_ACCOUNT')).toEqual(['qrCode', 'reference']);
    expect(names('LIGHTNING')).toEqual(['invoice', 'reference']);
    expect(names('GBP_ACCOUNT')).toEqual(['sortCode', 'accountNumber', 'reference']);
    expect(instructionRails(accountType('GBP_ACCOUNT'))).toEqual(['FASTER_PAYMENTS']);
    expect(instructionRails(accountType('BRL_ACCOUNT'))).toEqual([]);
  });
});

describe('an account', () => {
  it('is shown with the payment rails of its type, or unchanged if it has none', () => {
    const eur = exampleAccountInfo('EUR_ACCOUNT');
    expect(accountInfoView(eur)).toEqual({ ...eur, paymentRails: ['SEPA', 'SEPA_INSTANT'] });
    const us = exampleAccountInfo('US_ACCOUNT');
    expect(accountInfoView(us)).toEqual(us);
  });

  it('serves the asset that it names, otherwise every currency of its type', () => {
    const altchain = (assetType?: string) =>
      valid({ accountType: 'ALTCHAIN_WALLET', address: 'a', ...(assetType !== undefined && { assetType }) });
    expect(accountServes(altchain('USDC'), 'USDC')).toBe(true);
    expect(accountServes(altchain('USDC'), 'USDT')).toBe(false);
    expect(accountServes(altchain(), 'USDT')).toBe(true);
    expect(accountServes(altchain(), 'EUR')).toBe(false);
  });

  it('is identified by the best identifier that it has', () => {
    const inr = exampleAccountInfo('INR_ACCOUNT');
    const bank = { accountNumber: '123456789012', ifsc: 'HDFC0001234' };
    expect(primaryIdentifier(valid({ ...inr, ...bank }))).toBe('ada.example@okbank');
    expect(primaryIdentifier(valid({ ...inr, vpa: null, ...bank }))).toBe('123456789012');
    for (const row of ACCOUNT_TYPES) {
      const field = row.fields.find((of) => of.name === row.identifiedBy[0]![0])!;
      expect(primaryIdentifier(exampleAccountInfo(row.type))).toBe(field.example);
    }
  });

  it('is the same account in another case, if addresses of its chain are case-insensitive', () => {
    const wallet = (address: string) => identityOf(valid({ accountType: 'ALTCHAIN_WALLET', address }));
    const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    expect(wallet(evm.toLowerCase())).toBe(wallet(evm));
    expect(wallet(bitcoin.toUpperCase())).toBe(wallet(bitcoin));
    expect(wallet(solana.toLowerCase())).not.toBe(wallet(solana));
  });

  it('is the same account regardless of its other fields', () => {
    const eur = exampleAccountInfo('EUR_ACCOUNT');
    const again = { ...eur, swiftCode: 'COBADEFF', beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'X' } };
    expect(identityOf(valid(again))).toBe(identityOf(eur));
    const base = exampleAccountInfo('BASE_WALLET');
    const lower = { ...base, address: String(base['address']).toLowerCase(), vaspName: 'Exchange' };
    expect(identityOf(valid(lower))).toBe(identityOf(base));
  });

  it('is the same payee in each account type, and however the name of its bank is written', () => {
    const iban = { iban: 'DE89370400440532013000' };
    const payees = EXTERNAL_ACCOUNT_TYPES.map((type) => exampleAccountInfo(type))
      .filter((info) => info['iban'] !== undefined && identityOf(info).includes('"iban"'))
      .map((info) => payeesOf({ ...info, ...iban })[0]);
    expect(payees.length).toBeGreaterThan(1);
    expect(new Set(payees).size).toBe(1);
    const at = (bankName: string) => payeesOf({ ...exampleAccountInfo('NGN_ACCOUNT'), bankName })[0];
    expect(at('first bank')).toBe(at('First-Bank'));
    expect(at('First Bank')).not.toBe(at('Second Bank'));
  });

  it('is the same payee at each branch of its bank, and however its number is written', () => {
    const swift = { ...exampleAccountInfo('SWIFT_ACCOUNT'), accountNumber: 'AB01234567', swiftCode: 'DEUTDEFF' };
    const at = (over: object) => payeesOf(valid({ ...swift, iban: null, ...over }))[0];
    for (const accountNumber of ['ab01234567', 'AB.0123/4567', 'ＡＢ01234567'])
      expect(at({ accountNumber }), accountNumber).toBe(at({}));
    expect(at({ swiftCode: 'DEUTDEFF500' })).toBe(at({}));
    expect(at({ swiftCode: 'COBADEFF' })).not.toBe(at({}));
    expect(at({ accountNumber: 'AB1234567' })).not.toBe(at({}));
  });

  it('is compared with blocked payees by a text whose digest blocks store, so it never changes', () => {
    expect(payeesOf(exampleAccountInfo('EUR_ACCOUNT'))).toEqual(['["iban","de89370400440532013000"]']);
    const swift = { ...exampleAccountInfo('SWIFT_ACCOUNT'), accountNumber: 'AB01234567', swiftCode: 'DEUTDEFF500' };
    const number = '["accountNumber","ab01234567","swiftCode","DEUTDEFF"]';
    expect(payeesOf(valid({ ...swift, iban: null }))).toEqual([number]);
    const iban = 'DE89370400440532013000';
    expect(payeesOf(valid({ ...swift, iban }))).toEqual(['["iban","de89370400440532013000"]', number]);
    const rupees = {
      ...exampleAccountInfo('INR_ACCOUNT'),
      vpa: null,
      accountNumber: '1234567890',
      ifsc: 'HDFC0001234',
    };
    expect(payeesOf(valid(rupees))).toEqual(['["accountNumber","1234567890","ifsc","HDFC0001234"]']);
    expect(payeesOf(exampleAccountInfo('ETHEREUM_WALLET'))[0]).toMatch(/^\["address","0x[0-9a-f]{40}"\]$/);
  });

  it('has an identity that is stored, so it never changes', () => {
    expect(identityOf(exampleAccountInfo('EUR_ACCOUNT'))).toBe('["EUR_ACCOUNT","iban","de89370400440532013000"]');
    const coins = { accountType: 'ALTCHAIN_WALLET', address: 'AbC', assetType: 'USDC' };
    expect(identityOf(valid(coins))).toBe('["ALTCHAIN_WALLET","address","AbC","assetType","USDC"]');
    expect(identityOf(valid({ ...coins, assetType: null }))).toBe('["ALTCHAIN_WALLET","address","AbC"]');
  });

  it('is a different account if the type, the identifier or a qualifying field differs', () => {
    const ngn = exampleAccountInfo('NGN_ACCOUNT');
    const solana = { accountType: 'SOLANA_WALLET', address: 'abcD' };
    const others = [
      ngn,
      valid({ ...ngn, bankName: 'Second Example Bank' }),
      valid({ ...ngn, accountNumber: '9876543210' }),
      exampleAccountInfo('BASE_WALLET'),
      exampleAccountInfo('POLYGON_WALLET'),
      valid(solana),
      valid({ ...solana, address: 'abcd' }),
    ];
    expect(new Set(others.map(identityOf)).size).toBe(others.length);
  });
});

describe('an identifier', () => {
  it('selects the sandbox outcome by its last three characters, before the @ if it has a domain', () => {
    expect(sandboxSuffix('000123456002')).toBe('002');
    expect(sandboxSuffix('ada107@bank')).toBe('107');
    expect(sandboxSuffix('$ada005@sandbox.uma.money')).toBe('005');
    expect(sandboxSuffix('ada@bank002')).toBeNull();
    expect(sandboxSuffix('000123456010')).toBeNull();
    expect(sandboxSuffix('0021')).toBeNull();
    expect(sandboxSuffix('02')).toBeNull();
  });
});

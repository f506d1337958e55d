import { expect, test } from 'vitest';
import { refusal, testHost, valueOf } from '../testing/index.js';
import { accountType, exampleAccountInfo } from './index.js';

async function hostWithCustomer() {
  const host = await testHost();
  const { id: customerId } = valueOf(
    await host.run(host.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada L' }),
  );
  const add = (input: { readonly currency: string; readonly accountInfo: unknown }) =>
    host.run(host.accounts.addExternal, { ownerType: 'CUSTOMER', customerId, ...input });
  return { ...host, add };
}

const pix = (pixKeyType: string, pixKey: string) => ({
  ...exampleAccountInfo('BRL_ACCOUNT'),
  pixKeyType,
  pixKey,
});
const invoice = accountType('LIGHTNING').fields.find(({ name }) => name === 'invoice')!.example;
const payee = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };

test.each<[string, string, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>, string]>([
  ['a CPF as PIX key', 'BRL', pix('CPF', '529.982.247-25'), pix('CPF', '52998224725'), 'pixKey'],
  ['a CNPJ as PIX key', 'BRL', pix('CNPJ', '12.abc.345/01de-35'), pix('CNPJ', '12ABC34501DE35'), 'pixKey'],
  ['an email address as PIX key', 'BRL', pix('EMAIL', 'Ada@Example.com '), pix('EMAIL', 'ada@example.com'), 'pixKey'],
  ['a phone number as PIX key', 'BRL', pix('PHONE', '+55 11 98765-4321'), pix('PHONE', '+5511987654321'), 'pixKey'],
  [
    'a random PIX key',
    'BRL',
    pix('RANDOM', '7D9F0335-8DCC-4054-9BF9-0DBD61D36906'),
    pix('RANDOM', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'),
    'pixKey',
  ],
  [
    'an IBAN with its label',
    'EUR',
    { accountType: 'EUR_ACCOUNT', iban: 'IBAN\u00a0de89 3704\u200b 0044 0532 0130 00', beneficiary: payee },
    { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', beneficiary: payee },
    'iban',
  ],
  [
    'a BIC with the branch of the head office',
    'HKD',
    {
      accountType: 'HKD_ACCOUNT',
      bankName: 'B',
      accountNumber: '12345678',
      swiftCode: 'HSBCHKHHXXX',
      beneficiary: payee,
    },
    { accountType: 'HKD_ACCOUNT', bankName: 'B', accountNumber: '12345678', swiftCode: 'HSBCHKHH', beneficiary: payee },
    'swiftCode',
  ],
  [
    'a hyphen in an account number',
    'THB',
    {
      accountType: 'THB_ACCOUNT',
      bankName: 'B',
      accountNumber: '123-4-56789-0',
      swiftCode: 'BKKBTHBK',
      beneficiary: payee,
    },
    {
      accountType: 'THB_ACCOUNT',
      bankName: 'B',
      accountNumber: '1234567890',
      swiftCode: 'BKKBTHBK',
      beneficiary: payee,
    },
    'accountNumber',
  ],
  [
    'double blanks in the name of a bank',
    'NGN',
    {
      accountType: 'NGN_ACCOUNT',
      bankName: 'First\u00a0 Example  Bank',
      accountNumber: '0123456789',
      beneficiary: payee,
    },
    { accountType: 'NGN_ACCOUNT', bankName: 'First Example Bank', accountNumber: '0123456789', beneficiary: payee },
    'bankName',
  ],
  [
    'a phone number with blanks',
    'KES',
    { accountType: 'KES_ACCOUNT', phoneNumber: '+254 (712) 345-678', provider: 'M', beneficiary: payee },
    { accountType: 'KES_ACCOUNT', phoneNumber: '+254712345678', provider: 'M', beneficiary: payee },
    'phoneNumber',
  ],
  [
    'a Lightning address as a link',
    'BTC',
    { accountType: 'LIGHTNING', lightningAddress: 'lightning:Ada@Wallet.example' },
    { accountType: 'LIGHTNING', lightningAddress: 'ada@wallet.example' },
    'lightningAddress',
  ],
  [
    'an invoice as a link',
    'BTC',
    { accountType: 'LIGHTNING', invoice: `lightning:${invoice.toUpperCase()}` },
    { accountType: 'LIGHTNING', invoice },
    'invoice',
  ],
  [
    'a UPI address with a blank',
    'INR',
    { accountType: 'INR_ACCOUNT', vpa: ' ada.example@okbank', beneficiary: payee },
    { accountType: 'INR_ACCOUNT', vpa: 'ada.example@okbank', beneficiary: payee },
    'vpa',
  ],
  [
    'a code of a branch in small letters',
    'INR',
    { accountType: 'INR_ACCOUNT', accountNumber: '1234 5678 9012', ifsc: 'hdfc 0001234', beneficiary: payee },
    { accountType: 'INR_ACCOUNT', accountNumber: '123456789012', ifsc: 'HDFC0001234', beneficiary: payee },
    'ifsc',
  ],
])('%s is stored in one notation, in which it is one account', async (_, currency, sent, plain, field) => {
  const { add } = await hostWithCustomer();
  const { id, accountInfo } = valueOf(await add({ currency, accountInfo: sent }));
  expect(accountInfo[field]).toBe(plain[field]);
  expect(await add({ currency, accountInfo: plain })).toMatchObject({
    error: { code: 'CONFLICT', details: { accountId: id } },
  });
});

test('a tax number of a business in Brazil may have letters, and its punctuation is removed', async () => {
  const { add } = await hostWithCustomer();
  const accountInfo = { ...exampleAccountInfo('BRL_ACCOUNT'), taxId: '12.abc.345/01DE-35' };
  expect(valueOf(await add({ currency: 'BRL', accountInfo })).accountInfo['taxId']).toBe('12ABC34501DE35');
  for (const taxId of ['12ABC34501DEXY', '12ABC34501DE3', '529982247', '529982247250000'])
    expect(refusal(await add({ currency: 'BRL', accountInfo: { ...accountInfo, taxId } })).fields, taxId).toEqual([
      'accountInfo.taxId',
    ]);
});

test.each(['AE', 'HK', 'QA'])('the address of a payee in %s may have no postal code', async (country) => {
  const { add } = await hostWithCustomer();
  const example = exampleAccountInfo('AED_ACCOUNT');
  const { postalCode: _none, ...address } = { ...example.beneficiary!.address!, country };
  const accountInfo = { ...example, beneficiary: { ...example.beneficiary, address } };
  const added = valueOf(await add({ currency: 'AED', accountInfo }));
  expect(added.accountInfo.beneficiary!.address).toEqual({ ...address, postalCode: '' });
});

test('the address of a payee in a country with postal codes has one', async () => {
  const { add } = await hostWithCustomer();
  const example = exampleAccountInfo('AED_ACCOUNT');
  const { postalCode: _none, ...address } = example.beneficiary!.address!;
  const refused = await add({
    currency: 'AED',
    accountInfo: { ...example, beneficiary: { ...example.beneficiary, address } },
  });
  expect(refusal(refused).fields).toEqual(['accountInfo.beneficiary.address.postalCode']);
});

test.each(['7CDEDEFF', 'A1B2DEFF', '1234DEFF', '0000DE00'])(
  'the BIC %s is accepted, because banks may have digits in front (ISO 9362)',
  async (swiftCode) => {
    const { add } = await hostWithCustomer();
    const accountInfo = { ...exampleAccountInfo('HKD_ACCOUNT'), swiftCode };
    expect(valueOf(await add({ currency: 'HKD', accountInfo })).accountInfo['swiftCode']).toBe(swiftCode);
  },
);

test('names of payees have no text that is hidden or reversed', async () => {
  const { add } = await hostWithCustomer();
  const named = (name: string) =>
    add({
      currency: 'EUR',
      accountInfo: {
        ...exampleAccountInfo('EUR_ACCOUNT'),
        beneficiary: { ...payee, fullName: name },
      },
    });
  for (const name of ['Grace \u202ereppoH', 'Grace\u200bHopper', 'Grace Hopper\u200f', 'Gra\u00adce Hopper'])
    expect(refusal(await named(name)).fields, JSON.stringify(name)).toEqual(['accountInfo.beneficiary.fullName']);
  valueOf(await named('علی\u200cرضا احمدی'));
});

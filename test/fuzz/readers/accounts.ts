import type { CurrencyCode } from '@corridor/core';
import {
  ACCOUNT_TYPES,
  exampleAccountInfo,
  EXTERNAL_ACCOUNT_TYPES,
  validateAccountInfo,
} from '@corridor/core/internal';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { Wallet } from 'ethers';
import fc from 'fast-check';
import { accountChecks } from '../../../packages/adapters-rails/src/accounts/account-checks.js';
import {
  decodeAnyAddress,
  decodeBitcoin,
  decodeEvm,
  decodeSpark,
  encodeEvm,
  encodeSpark,
} from '../../../packages/adapters-rails/src/accounts/addresses.js';
import { readBolt11 } from '../../../packages/adapters-rails/src/accounts/bolt11.js';
import { readBolt12 } from '../../../packages/adapters-rails/src/accounts/bolt12.js';
import { isLightningAddress } from '../../../packages/adapters-rails/src/accounts/lightning-address.js';
import { readSpark } from '../../../packages/adapters-rails/src/accounts/spark-invoice.js';
import { sparkInvoiceText } from '../../../packages/adapters-rails/src/testing/payment-requests.js';
import { judge } from '../../../packages/adapters-rails/src/accounts/signatures.js';
import { orNull, promise, READ, type Reader, textOf } from '../reader.js';
import { damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
};

const EXAMPLES = EXTERNAL_ACCOUNT_TYPES.map((type) => exampleAccountInfo(type));
const FIELDS = [...new Set(ACCOUNT_TYPES.flatMap(({ fields }) => fields.map(({ name }) => name)))];
const noisy = fc
  .tuple(
    fc.constantFrom(...EXAMPLES),
    fc.dictionary(
      fc.constantFrom(...FIELDS, 'beneficiary', '__proto__', 'toString'),
      fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
    ),
  )
  .map(([info, noise]) => JSON.stringify({ ...info, ...noise, accountType: info.accountType }));

const account: Reader = {
  name: 'account',
  sources: [
    'core/src/accounts/account-types/validate-account-info.ts',
    'adapters-rails/src/accounts/account-checks.ts',
    'adapters-rails/src/accounts/address-faults.ts',
    'adapters-rails/src/accounts/bank-numbers.ts',
  ],
  genuine: EXAMPLES.map((info) => JSON.stringify(info)),
  runs: 500,
  inputs: fc.oneof(noisy, jsonLike(...EXAMPLES)),
  read(bytes) {
    const first = validateAccountInfo(parsed(bytes));
    if (!first.ok) {
      promise(first.error.length > 0, 'a refusal without a field');
      return 'INVALID_INPUT';
    }
    const again = validateAccountInfo(first.value);
    promise(again.ok && JSON.stringify(again.value) === JSON.stringify(first.value), 'an account that changes');
    accountChecks.check(first.value);
    return READ;
  },
};

const ADDRESSES = [
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
];
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const sparkKey = bytesOf(33).map((key) => Uint8Array.from([2, ...key.slice(1)]));

const address: Reader = {
  name: 'address',
  sources: ['adapters-rails/src/accounts/addresses.ts'],
  genuine: ADDRESSES,
  runs: 400,
  inputs: fc.oneof(
    damagedText(...ADDRESSES, encodeSpark('main', Uint8Array.from([2, ...Array<number>(32).fill(7)]))),
    bytesOf(20).map(encodeEvm),
    bytesOf(32).map((key) => base58.encode(key)),
  ),
  read(bytes) {
    const text = textOf(bytes);
    const evm = decodeEvm(text);
    if (evm !== null)
      promise(evm.length === 20 && encodeEvm(evm).toLowerCase() === text.toLowerCase(), 'an address of EVM');
    const key = decodeSpark(text);
    if (key !== null) promise(key.length === 33, 'an address of Spark');
    const bitcoin = decodeBitcoin(text);
    if (bitcoin !== null && 'hash' in bitcoin) promise(bitcoin.hash.length === 20, 'a hash of Bitcoin');
    const found = decodeAnyAddress(text, undefined);
    if (found !== null && 'hash' in found) promise(found.hash.length === 20, 'a hash');
    if (found !== null && 'key' in found) promise(found.key.length === 32, 'a key');
    return orNull(found);
  },
  laws: {
    'an address of EVM is read as it was written': fc.property(bytesOf(20), (hash) => {
      return Buffer.from(decodeEvm(encodeEvm(hash)) ?? []).equals(hash);
    }),
    'an address of Spark is read as it was written': fc.property(sparkKey, (key) => {
      return Buffer.from(decodeSpark(encodeSpark('main', key)) ?? []).equals(key);
    }),
  },
};

const LIGHTNING = [
  'lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03qdgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp',
  'lno1pgqpvggr3l9u9ppv79mzn7g9v98cf8zw900skucuz53zr5vvjss454zrnyes',
  'ada@pay.example',
  sparkInvoiceText({ identityKey: `02${'07'.repeat(32)}`, id: '0190'.repeat(8), satoshis: 21n, expiresAt: 1n }),
];
const lightning: Reader = {
  name: 'lightning',
  sources: [
    'adapters-rails/src/accounts/lightning-address.ts',
    'adapters-rails/src/accounts/bolt11.ts',
    'adapters-rails/src/accounts/bolt12.ts',
    'adapters-rails/src/accounts/spark-invoice.ts',
  ],
  genuine: LIGHTNING,
  inputs: fc.oneof(
    damagedText(...LIGHTNING),
    fc.string({ unit: fc.constantFrom('q', 'p', '1', 'l', 'n', 'o', '+', ' ', 'a', '.', '-', '@'), maxLength: 200 }),
    fc.nat(3_000).map((length) => `ada@${'a-'.repeat(length)}`),
    fc.nat(3_000).map((length) => `lno1${'+ '.repeat(length)}q`),
  ),
  read(bytes) {
    const text = textOf(bytes);
    const invoice = readBolt11(text);
    const offer = readBolt12(text);
    const spark = readSpark(text);
    for (const request of [invoice, offer, spark?.fields]) {
      if (request === null || typeof request !== 'object' || request.expiresAt === null) continue;
      promise(!Number.isNaN(new Date(request.expiresAt).getTime()), 'an expiry that is not a time');
    }
    if (invoice !== null) promise(/^[0-9a-f]{64}$/.test(invoice.paymentHash), 'a payment hash');
    if (invoice !== null && invoice.msat !== null) promise(invoice.msat >= 0n, 'an amount of an invoice');
    const isRead = invoice !== null || offer !== null || spark !== null || isLightningAddress(text);
    return isRead ? READ : 'refused';
  },
};

const MESSAGE = 'I own this account';
const wallet = new Wallet(`0x${'11'.repeat(32)}`);
const solanaKey = new Uint8Array(32).fill(7);
const SIGNED: readonly { readonly type: string; readonly address: string; readonly signature: string }[] = [
  { type: 'BASE_WALLET', address: wallet.address, signature: wallet.signMessageSync(MESSAGE) },
  {
    type: 'SOLANA_WALLET',
    address: base58.encode(ed25519.getPublicKey(solanaKey)),
    signature: base58.encode(ed25519.sign(Buffer.from(MESSAGE), solanaKey)),
  },
];
const OTHERS = [
  { type: 'BITCOIN_WALLET', address: ADDRESSES[1]!, signature: Buffer.alloc(108, 2).toString('base64') },
  { type: 'BITCOIN_WALLET', address: ADDRESSES[2]!, signature: Buffer.alloc(66, 1).toString('base64') },
  { type: 'BITCOIN_WALLET', address: ADDRESSES[3]!, signature: Buffer.alloc(65, 31).toString('base64') },
  { type: 'TRON_WALLET', address: ADDRESSES[5]!, signature: wallet.signMessageSync(MESSAGE) },
  {
    type: 'SPARK_WALLET',
    address: encodeSpark('main', Buffer.from(wallet.signingKey.compressedPublicKey.slice(2), 'hex')),
    signature: '30'.repeat(70),
  },
].filter(({ type }) => EXTERNAL_ACCOUNT_TYPES.some((known) => known === type));

/** The input names the account's type, its address and a signature over one message. */
const ownership: Reader = {
  name: 'ownership-signature',
  sources: ['adapters-rails/src/accounts/signatures.ts', 'adapters-rails/src/accounts/bip322.ts'],
  genuine: SIGNED.map((signed) => JSON.stringify(signed)),
  runs: 200,
  inputs: fc.oneof(
    jsonLike(...SIGNED, ...OTHERS),
    fc
      .tuple(fc.constantFrom(...SIGNED, ...OTHERS), fc.uint8Array({ maxLength: 120 }), fc.constantFrom('hex', 'base64'))
      .map(([of, bytes, form]) => JSON.stringify({ ...of, signature: Buffer.from(bytes).toString(form as 'hex') })),
  ),
  async read(bytes) {
    const { type, address: at, signature } = (parsed(bytes) ?? {}) as Readonly<Record<string, unknown>>;
    const accountType = EXTERNAL_ACCOUNT_TYPES.find((known) => known === type);
    if (accountType === undefined || typeof at !== 'string' || typeof signature !== 'string') return 'no signature';
    const info = validateAccountInfo({ ...exampleAccountInfo(accountType), address: at });
    if (!info.ok) return 'no account';
    const currency = 'USDC' as CurrencyCode;
    const verdicts = await Promise.all(
      (['bip137', 'electrum'] as const).map((scheme) =>
        judge({ account: info.value, currency, message: MESSAGE, signature, scheme }, []),
      ),
    );
    if (!verdicts.includes('proven')) return verdicts[0]!;
    const strip = (text: string): string => text.replace(/^0x/i, '').toLowerCase();
    promise(
      SIGNED.some((one) => strip(one.address) === strip(at)),
      'a signature for an account without a known key',
    );
    return READ;
  },
};

export const ACCOUNTS: readonly Reader[] = [account, address, lightning, ownership];

import { instant } from '@corridor/core';
import { getAddress, isAddress as isChecked } from 'ethers';
import fc from 'fast-check';
import { makeKeys } from '../../../packages/adapters-rails/src/uma/certificates.js';
import { refusalOf } from '../../../packages/adapters-rails/src/uma/counterparty-errors.js';
import { readTransfer, type TokenTransfer, writeTransfer } from '../../../packages/adapters-rails/src/uma/eip681.js';
import { readInvoice, writeInvoice } from '../../../packages/adapters-rails/src/uma/invoices.js';
import { checkKeyDocument, writeKeyDocument } from '../../../packages/adapters-rails/src/uma/key-document.js';
import { DEFAULT_PROVIDERS, readProviders } from '../../../packages/adapters-rails/src/uma/providers.js';
import { readTerms, termsOf } from '../../../packages/adapters-rails/src/uma/signed-terms.js';
import { parseUmaAddress } from '../../../packages/core/src/uma/uma-address.js';
import { isSoundTime, orNull, outcomeOf, promise, READ, type Reader, refusing, textOf } from '../reader.js';
import { damagedText } from '../structure/bytes.js';
import { jsonLike } from '../structure/json.js';

const NOW = instant(Date.UTC(2026, 0, 15));

const hexDigits = (length: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes).toString('hex'));
const transfer: fc.Arbitrary<TokenTransfer> = fc.record({
  chainId: fc.integer({ min: 1, max: 1_000_000 }),
  token: hexDigits(20).map((digits) => `0x${digits}`),
  to: hexDigits(20).map((digits) => `0x${digits}`),
  amount: fc.bigInt({ min: 1n, max: (1n << 257n) - 1n }),
});

/** The grammar once more, written differently: what a strict reader may accept, and what it says. */
function bySplitting(text: string): TokenTransfer | null {
  const start = ['ethereum:pay-', 'ethereum:'].find((each) => text.startsWith(each));
  if (start === undefined) return null;
  const [target = '', query = '', ...rest] = text.slice(start.length).split('?');
  const [token = '', path = '', ...more] = target.split('@');
  const [chain = '', call = '', ...deeper] = path.split('/');
  if (rest.length + more.length + deeper.length > 0 || call !== 'transfer') return null;
  const parameters = query.split('&').map((each) => each.split('='));
  const [one, two] = [...parameters].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  if (parameters.length !== 2 || one?.[0] !== 'address' || two?.[0] !== 'uint256') return null;
  if (one.length !== 2 || two.length !== 2) return null;
  const isAddress = (part: string) => part.length === 42 && part.startsWith('0x') && isChecked(part);
  const isNumber = (part: string) =>
    part !== '' && !part.startsWith('0') && [...part].every((c) => c >= '0' && c <= '9');
  if (!isAddress(token) || !isAddress(one[1]!) || !isNumber(chain) || !isNumber(two[1]!)) return null;
  const amount = BigInt(two[1]!);
  if (Number(chain) > Number.MAX_SAFE_INTEGER || amount >= 1n << 256n) return null;
  return { chainId: Number(chain), token: token.toLowerCase(), to: one[1]!.toLowerCase(), amount };
}

const PARTS = [
  'ethereum:',
  'pay-',
  '@',
  '/transfer',
  '/approve',
  '?',
  '&',
  '=',
  'address=',
  'uint256=',
  '0x',
  '0',
  '1',
];
const ODD = [
  ...['', ' ', '\n', '\u0000', '%20', '1e6', '-1', '1.5', '+1', '０', 'İ', '#', ';', 'gas=1', 'value=1'],
  'vitalik.eth',
];
interface Distortion {
  readonly at: number;
  readonly length: number;
  readonly by: number;
}
/** The text with one part left out, doubled, moved, or replaced. */
function distorted(text: string, { at, length, by }: Distortion): string {
  const place = at % (text.length + 1);
  const to = Math.min(text.length, place + length);
  const part = text.slice(place, to);
  const pool = [...PARTS, ...ODD, part, part + part, part.toUpperCase(), '7f'];
  return text.slice(0, place) + pool[by % pool.length]! + text.slice(to);
}
const distortions = fc.array(fc.record({ at: fc.nat(), length: fc.nat(11), by: fc.nat() }), { maxLength: 3 });

const paymentRequestOnChain: Reader = {
  name: 'uma-eip681',
  sources: ['adapters-rails/src/uma/eip681.ts'],
  genuine: [
    writeTransfer({ chainId: 1, token: `0x${'aa'.repeat(20)}`, to: `0x${'bb'.repeat(20)}`, amount: 1n }),
    writeTransfer({ chainId: 8453, token: getAddress(`0x${'ab'.repeat(20)}`), to: `0x${'CD'.repeat(20)}`, amount: 2n }),
  ],
  runs: 500,
  inputs: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(transfer, distortions).map(([of, by]) => by.reduce(distorted, writeTransfer(of))),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }).map((text) => `ethereum:${text}`) },
  ),
  read(bytes) {
    const text = textOf(bytes);
    const [read, expected] = [readTransfer(text), text.length > 300 ? null : bySplitting(text)];
    const written = (of: TokenTransfer | null) => (of === null ? null : writeTransfer(of));
    promise(written(read) === written(expected), `${JSON.stringify(text)} as ${String(written(read))}`);
    return orNull(read);
  },
  laws: {
    'a transfer is read as it was written': fc.property(transfer, (of) => {
      const text = writeTransfer(of);
      const expected = of.amount >> 256n === 0n ? text : null;
      const [head, query] = text.split('?') as [string, string];
      const forms = [
        text,
        text.replace('ethereum:', 'ethereum:pay-'),
        `${head}?${query.split('&').reverse().join('&')}`,
      ];
      return forms.every((form) => {
        const read = readTransfer(form);
        return (read === null ? null : writeTransfer(read)) === expected;
      });
    }),
  },
};

const newInvoice = fc.record({
  satoshis: fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }),
  paymentHash: hexDigits(32),
  paymentSecret: hexDigits(32),
  descriptionHash: hexDigits(32),
  timestamp: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  expireSeconds: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  nodeKey: fc.constantFrom('11'.repeat(32), '22'.repeat(32)),
});
const anInvoice = writeInvoice({
  satoshis: 1_000n,
  paymentHash: '11'.repeat(32),
  paymentSecret: '22'.repeat(32),
  descriptionHash: '33'.repeat(32),
  timestamp: 1_768_435_200,
  expireSeconds: 600,
  nodeKey: '44'.repeat(32),
});

const invoice: Reader = {
  name: 'uma-invoice',
  sources: ['adapters-rails/src/uma/invoices.ts'],
  genuine: [anInvoice, anInvoice.toUpperCase()],
  runs: 60,
  inputs: fc.oneof(
    { weight: 1, arbitrary: newInvoice.map(writeInvoice) },
    { weight: 2, arbitrary: damagedText(anInvoice) },
  ),
  read(bytes) {
    const read = readInvoice(textOf(bytes));
    if (read === null) return 'null';
    promise(read.msat > 0n, `an amount of ${read.msat}`);
    promise(isSoundTime(read.expiresAt), `the end ${read.expiresAt}`);
    promise(/^[0-9a-f]{64}$/.test(read.paymentHash), 'a payment hash');
    return READ;
  },
  laws: {
    'an invoice is read as it was written': fc.property(newInvoice, (of) => {
      const read = readInvoice(writeInvoice(of));
      return (
        read?.msat === of.satoshis * 1000n &&
        read.paymentHash === of.paymentHash &&
        read.descriptionHash === of.descriptionHash &&
        read.expiresAt === (of.timestamp + of.expireSeconds) * 1000
      );
    }),
  },
};

const keys = await makeKeys({ domain: 'pay.example', from: NOW, until: instant(NOW + 86_400_000) });
const keyText = writeKeyDocument(keys, instant(NOW + 3_600_000));
const keyObject = JSON.parse(keyText) as {
  readonly signingCertChain: readonly string[];
  readonly signingPubKey: string;
};
const compactKeys = { ...keyObject, signingCertChain: null, encryptionCertChain: undefined };

const keyDocument: Reader = {
  name: 'uma-key-document',
  sources: ['adapters-rails/src/uma/key-document.ts', 'adapters-rails/src/uma/certificates.ts'],
  genuine: [keyText, JSON.stringify(compactKeys)],
  inputs: jsonLike(keyObject, compactKeys),
  read(bytes) {
    const checked = checkKeyDocument(textOf(bytes), NOW);
    if (checked.ok && checked.value !== null) promise(isSoundTime(checked.value), `the end ${checked.value}`);
    return outcomeOf(checked);
  },
};

const refusals = jsonLike(
  { code: 'MISSING_MANDATORY_PAYER_DATA', requiredFields: ['birthDate', 'nationality'] },
  { code: 'AMOUNT_OUT_OF_RANGE', status: 'ERROR', reason: 'too much' },
);
const refusal: Reader = {
  name: 'uma-refusal',
  sources: ['adapters-rails/src/uma/counterparty-errors.ts'],
  genuine: ['{"code":"AMOUNT_OUT_OF_RANGE"}'],
  inputs: refusals,
  always: 'read',
  read(bytes) {
    const { code, message, details } = refusalOf(400, textOf(bytes), 'INVALID_RECEIVER');
    promise(typeof code === 'string' && /^[\x20-\x7e]{1,200}$/.test(message), `the message ${message}`);
    const fields = details?.['fields'] as readonly unknown[] | undefined;
    promise(fields === undefined || (fields.length <= 50 && fields.every((one) => typeof one === 'string')), 'fields');
    return READ;
  },
};

const providers: Reader = {
  name: 'uma-providers',
  sources: ['adapters-rails/src/uma/providers.ts'],
  genuine: [JSON.stringify(DEFAULT_PROVIDERS)],
  inputs: jsonLike(DEFAULT_PROVIDERS, []),
  read: (bytes) =>
    refusing([Error], () => {
      let read;
      try {
        read = readProviders(textOf(bytes));
      } catch (cause) {
        // A mistake of the program has another class than a mistake in the list.
        if (cause instanceof TypeError || cause instanceof RangeError) promise(false, String(cause));
        throw cause;
      }
      for (const { hourlyLimit, domain } of read) {
        promise(domain === domain.toLowerCase(), domain);
        promise(hourlyLimit === null || (Number.isSafeInteger(hourlyLimit) && hourlyLimit >= 0), String(hourlyLimit));
      }
    }),
};
const TERMS = { layer: 'BASE', assetIdentifier: 'USDC', expiresAt: 1_768_435_200, signature: '30'.repeat(70) };
const terms: Reader = {
  name: 'uma-signed-terms',
  sources: ['adapters-rails/src/uma/signed-terms.ts'],
  genuine: [JSON.stringify(TERMS)],
  inputs: jsonLike(TERMS),
  read(bytes) {
    let member: unknown;
    try {
      member = JSON.parse(textOf(bytes));
    } catch {
      return 'not JSON';
    }
    const read = readTerms(member);
    if (read !== null) promise(isSoundTime(termsOf(read).expiresAt), `the end ${read.expiresAt}`);
    return orNull(read);
  },
};

const address: Reader = {
  name: 'uma-address',
  sources: ['core/src/uma/uma-address.ts'],
  genuine: ['$ada@pay.example', '$a.b-c+d_e@localhost:8080', '$ADA@PAY.example'],
  inputs: fc.oneof(
    fc.tuple(fc.stringMatching(/^\$[a-z0-9._+-]{1,70}$/), fc.domain()).map(([name, domain]) => `${name}@${domain}`),
    damagedText('$ada@pay.example', '$a.b-c+d_e@localhost:8080'),
  ),
  read(bytes) {
    const read = parseUmaAddress(textOf(bytes));
    if (read === null) return 'null';
    promise(`${read.username}@${read.domain}` === read.address, 'parts of another address');
    promise(URL.canParse(`https://${read.domain}/`), `the domain ${read.domain}`);
    const { host, pathname, username } = new URL(`https://${read.domain}/`);
    promise(pathname === '/' && username === '' && read.domain.startsWith(host), `the domain ${read.domain}`);
    return READ;
  },
};

export const UMA: readonly Reader[] = [paymentRequestOnChain, invoice, keyDocument, refusal, providers, terms, address];

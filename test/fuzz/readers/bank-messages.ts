import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { RefusedMessage } from '../../../packages/adapters-rails/src/iso20022/refused-message.js';
import { unpack } from '../../../packages/adapters-rails/src/iso20022/unpack.js';
import { zip } from '../../../packages/adapters-rails/src/testing/iso20022/archives.js';
import {
  ACCOUNT,
  camt,
  entry,
  NOTIFICATION_08,
  originalFile,
  pain002,
  STATEMENT_02,
  STATUS_10,
} from '../../../packages/adapters-rails/src/testing/iso20022/bank-documents.js';
import { ecbDocument } from '../../../packages/adapters-rails/src/testing/ecb-document.js';
import { loadBankMessages, MESSAGE_PROBLEMS } from '../../../packages/adapters-rails/src/iso20022/index.js';
import { loadEcbReader } from '../../../packages/adapters-rails/src/rates/ecb-document.js';
import { RateSourceError } from '../../../packages/adapters-rails/src/rates/rate-source-error.js';
import { instant } from '@corridor/core';
import { promise, READ, type Reader, refusing, textOf } from '../reader.js';
import { damagedBytes, damagedText } from '../structure/bytes.js';
import { anyElements, withChangedElements, withStrangeTexts } from '../structure/xml.js';

const DETAILS = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>`;

const DOCUMENTS: readonly string[] = [
  STATEMENT_02,
  NOTIFICATION_08,
  STATUS_10,
  pain002('03', originalFile('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>')),
  camt('camt.052.001.04', ACCOUNT + entry('04', { more: DETAILS }), ACCOUNT),
];
const document = fc.constantFrom(...DOCUMENTS);
const ROOTS = [
  'camt.053.001.02:BkToCstmrStmt',
  'camt.054.001.08:BkToCstmrDbtCdtNtfctn',
  'pain.002.001.10:CstmrPmtStsRpt',
];
const ZIP_START = Buffer.from('PK\u0003\u0004', 'latin1');
const NAMES = [
  ...new Set(DOCUMENTS.flatMap((text) => [...text.matchAll(/<(?:ns2:)?([A-Z][A-Za-z]+)/g)].map((one) => one[1]!))),
];
const anyMessage = fc
  .tuple(fc.constantFrom(...ROOTS), anyElements(NAMES, ['1.00', 'EUR', 'CRDT', '2026-01-05', 'x', ''], 'Ccy="EUR"'))
  .map(([root, content]) => {
    const [message, name] = root.split(':');
    return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${name}>${content}</${name}></Document>`;
  });
const inUtf16 = fc.tuple(document, fc.nat(), fc.integer({ min: 0, max: 255 })).map(([text, at, value]) => {
  const bytes = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  bytes[at % bytes.length] = value;
  return bytes;
});

/** No number of a message is a floating point number, no member is undefined, and only balances can be negative. */
function checkSound(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const one of value) checkSound(one, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) checkSound(one, name === 'balances' ? `-${member}` : member);
  } else if (/^-?(amount|total|count|credits|debits|electronicSequence|legalSequence)$/.test(name)) {
    promise(value === null || typeof value === 'bigint', `${name} is not an integer`);
    if (typeof value === 'bigint' && !name.startsWith('-')) promise(value >= 0n, `${name} is negative`);
  } else {
    promise(value === null || typeof value === 'boolean' || typeof value === 'string', `${name} is a ${typeof value}`);
    if (/date$|^from$|^to$/i.test(name) && typeof value === 'string') {
      promise(/^\d{4}-\d{2}-\d{2}$/.test(value), `${name} is not a date`);
    }
  }
}

const messages = await loadBankMessages();

const bankMessage: Reader = {
  name: 'bank-message',
  sources: ['adapters-rails/src/iso20022/read-bank-message.ts'],
  genuine: DOCUMENTS,
  runs: 400,
  inputs: fc.oneof(
    { weight: 3, arbitrary: withChangedElements(document) },
    { weight: 4, arbitrary: withStrangeTexts(document) },
    { weight: 3, arbitrary: anyMessage },
    { weight: 2, arbitrary: inUtf16 },
    { weight: 2, arbitrary: damagedText(...DOCUMENTS) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  ),
  read(bytes) {
    const outcome = messages.readBankMessage(bytes);
    if (outcome.ok) {
      checkSound(outcome.message, '');
      return READ;
    }
    promise(MESSAGE_PROBLEMS.includes(outcome.problem.code), outcome.problem.code);
    promise(/^[^\n]{5,400}$/.test(outcome.problem.message), `a problem with the message ${outcome.problem.message}`);
    return outcome.problem.code;
  },
};

const archives: readonly Buffer[] = [
  zip({ name: 'a.xml', content: STATEMENT_02 }),
  zip(
    { name: 'b/', content: '', method: 0 },
    { name: 'b/1.xml', content: STATUS_10 },
    { name: 'b/2.pdf', content: '%PDF' },
  ),
  zip({ name: 'stored.xml', content: NOTIFICATION_08, method: 0 }),
  gzipSync(STATEMENT_02),
];
const anyArchive = fc
  .array(
    fc.record({
      name: fc.string({ maxLength: 20 }),
      content: fc.oneof(
        document,
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(3_000_000).map((size) => new Uint8Array(size)),
      ),
      method: fc.constantFrom(0, 8, 8, 12),
      flags: fc.constantFrom(0, 0, 0, 1, 8),
    }),
    { maxLength: 4 },
  )
  .map((files) => zip(...files));

const MAX_CONTENT = 4 * 1024 * 1024;

const bankFile: Reader = {
  name: 'bank-file',
  sources: ['adapters-rails/src/iso20022/read-bank-file.ts', 'adapters-rails/src/iso20022/unpack.ts'],
  genuine: archives,
  inputs: fc.oneof(
    { weight: 3, arbitrary: anyArchive },
    { weight: 3, arbitrary: damagedBytes(archives) },
    { weight: 1, arbitrary: document.map((text) => gzipSync(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([ZIP_START, bytes])) },
  ),
  read(bytes) {
    const files = unpackedSizes(bytes);
    promise(files.reduce((sum, size) => sum + size, 0) <= MAX_CONTENT, 'an archive with more content than its limit');
    const outcome = messages.readBankFile(bytes, { maxBytes: MAX_CONTENT });
    if (outcome.ok) {
      promise(outcome.parts.length > 0 && outcome.parts.length <= 100, `${outcome.parts.length} parts`);
      for (const { name, outcome: part } of outcome.parts) {
        promise(name === null || name.length <= 100, 'a long name');
        if (part.ok) checkSound(part.message, '');
      }
      return READ;
    }
    promise(MESSAGE_PROBLEMS.includes(outcome.problem.code), outcome.problem.code);
    promise(/^[^\n]{5,400}$/.test(outcome.problem.message), `a problem with the message ${outcome.problem.message}`);
    return outcome.problem.code;
  },
};

function unpackedSizes(bytes: Uint8Array): readonly number[] {
  try {
    return (unpack(bytes, { maxBytes: MAX_CONTENT }) ?? []).map((file) => file.bytes.length);
  } catch (cause) {
    promise(cause instanceof RefusedMessage, 'another error than a refusal');
    return [];
  }
}

const NOON = instant(Date.parse('2025-10-10T12:00:00Z'));
const ecb = fc.constantFrom(
  ecbDocument(),
  ecbDocument('2025-10-09'),
  ecbDocument('2025-10-10', '<Cube currency="USD" rate="1.1568"/>'),
);

const readEcbDocument = await loadEcbReader();

const ecbRates: Reader = {
  name: 'rates-ecb',
  sources: ['adapters-rails/src/rates/ecb-document.ts'],
  genuine: [ecbDocument()],
  inputs: fc.oneof(
    { weight: 3, arbitrary: withChangedElements(ecb) },
    { weight: 3, arbitrary: withStrangeTexts(ecb) },
    {
      weight: 1,
      arbitrary: anyElements(
        ['Cube', 'Envelope', '__proto__', 'constructor'],
        ['', 'x'],
        "time='2025-10-10' currency='USD' rate='1'",
      ).map((content) => `<Envelope>${content}</Envelope>`),
    },
  ),
  read: (bytes) =>
    refusing([RateSourceError], () => {
      const { base, asOf, perBase } = readEcbDocument(textOf(bytes), NOON);
      promise(base === 'EUR' && asOf <= NOON && NOON - asOf <= 10 * 86_400_000, 'rates of another day');
      for (const { num, den } of perBase.values()) {
        promise(num > 0n && den > 0n && num < 10n ** 26n && den < 10n ** 26n, 'a rate of unusual size');
      }
    }),
};

export const BANK_MESSAGES: readonly Reader[] = [bankMessage, bankFile, ecbRates];

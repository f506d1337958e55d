import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ACCOUNT,
  camt,
  entry,
  NOTIFICATION_08,
  originalFile,
  pain002,
  STATEMENT_02,
  STATUS_10,
} from '../testing/iso20022/bank-documents.js';
import { pain001Schema } from '../testing/iso20022/pain-001-schema.js';
import { type BankMessages, InvalidSchema, loadBankMessages, MESSAGE_PROBLEMS, type ReadOutcome } from './index.js';

let messages: BankMessages;
beforeAll(async () => {
  messages = await loadBankMessages();
});

const DETAILS = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>`;

const DOCUMENTS: readonly string[] = [
  STATEMENT_02,
  NOTIFICATION_08,
  STATUS_10,
  pain002('03', originalFile('<GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>FF01</Cd></Rsn></StsRsnInf>')),
  camt('camt.052.001.04', ACCOUNT + entry('04', { more: DETAILS }), ACCOUNT),
];

const SEED = { seed: 20_022 };
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const document = fc.constantFrom(...DOCUMENTS);

/** Reads a file and checks the promise of the reader: a problem of the list, or a message with sound values only. */
function readSafely(bytes: Uint8Array): ReadOutcome {
  const started = performance.now();
  const outcome = messages.readBankMessage(bytes);
  expect(performance.now() - started).toBeLessThan(20_000);
  if (outcome.ok) {
    expectSound(outcome.message, '');
  } else {
    expect(MESSAGE_PROBLEMS).toContain(outcome.problem.code);
    expect(outcome.problem.message).toMatch(/^[^\n]{5,400}$/);
  }
  return outcome;
}

/** No number of a message is a floating point number, no member is undefined, and only balances can be negative. */
function expectSound(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const one of value) expectSound(one, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) expectSound(one, name === 'balances' ? `-${member}` : member);
  } else if (/^-?(amount|total|count|electronicSequence|legalSequence)$/.test(name)) {
    expect(value === null || typeof value === 'bigint').toBe(true);
    if (typeof value === 'bigint' && !name.startsWith('-')) expect(value >= 0n).toBe(true);
  } else {
    expect(value === null || typeof value === 'boolean' || typeof value === 'string').toBe(true);
    if (/date$|^from$|^to$/i.test(name) && value !== null) expect(value).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
}

test('every document is read before it is damaged', () => {
  for (const one of DOCUMENTS) expect(readSafely(utf8(one))).toMatchObject({ ok: true, deviations: [] });
});

describe('the reader returns a value for', () => {
  test('a document that ends too early', () => {
    for (const text of DOCUMENTS) {
      const bytes = utf8(text);
      for (let length = 0; length < bytes.length; length += 13) {
        expect(readSafely(bytes.subarray(0, length)).ok).toBe(false);
      }
    }
  });

  test('any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(readSafely(bytes).ok).toBe(false);
      }),
      { ...SEED, numRuns: 1000 },
    );
  });

  test('a document with other bytes in it', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(document, fc.array(change, { minLength: 1, maxLength: 4 }), (text, changes) => {
        const bytes = utf8(text);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        readSafely(bytes);
      }),
      { ...SEED, numRuns: 2000 },
    );
  });

  test('a document in UTF-16 with other bytes in it', () => {
    fc.assert(
      fc.property(document, fc.nat(), fc.integer({ min: 0, max: 255 }), (text, at, value) => {
        const bytes = Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
        bytes[at % bytes.length] = value;
        readSafely(bytes);
      }),
      { ...SEED, numRuns: 500 },
    );
  });

  test('a document in which elements are removed, doubled or moved', () => {
    const change = fc.record({
      at: fc.nat(),
      to: fc.nat(),
      kind: fc.constantFrom('remove', 'double', 'move', 'empty'),
    });
    fc.assert(
      fc.property(document, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        readSafely(utf8(changes.reduce((changed, one) => changeElement(changed, one), text)));
      }),
      { ...SEED, numRuns: 1000 },
    );
  });

  test('a document with strange texts and attributes', () => {
    const strange = fc.oneof(
      fc.constantFrom(
        ...[
          '9'.repeat(400),
          '1e400',
          '-0',
          '-1',
          'NaN',
          '٣',
          '0x1F',
          '1,00',
          ' ',
          '',
          'true',
          'CRDT',
          'EUR',
          'XTS',
          'null',
        ],
        ...['2026-99-99', '0000-00-00', '9999-12-31T24:00:00', '+1', '.', '1.', '000', '__proto__', '\u{202e}', '€'],
      ),
      fc.string({ unit: fc.constantFrom('0', '9', '.', '-', '+', 'e', ',', ' ', 'T', ':', 'Z'), maxLength: 30 }),
    );
    fc.assert(
      fc.property(document, fc.nat(), strange, fc.boolean(), (text, at, value, isAttribute) => {
        const places = [...text.matchAll(isAttribute ? /"([^"<]*)"/g : />([^<>]*)</g)];
        const place = places[at % places.length]!;
        const start = place.index + 1;
        readSafely(utf8(text.slice(0, start) + value + text.slice(start + place[1]!.length)));
      }),
      { ...SEED, numRuns: 1500 },
    );
  });

  test('elements of the messages in any order and depth', () => {
    const names = [
      ...new Set(DOCUMENTS.flatMap((text) => [...text.matchAll(/<(?:ns2:)?([A-Z][A-Za-z]+)/g)].map((one) => one[1]!))),
    ];
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6, depthSize: 'small' },
        fc.constantFrom('1.00', 'EUR', 'CRDT', '2026-01-05', 'x', ''),
        fc
          .tuple(fc.constantFrom(...names), fc.array(tie('node'), { maxLength: 4 }))
          .map(([name, children]) => `<${name} Ccy="EUR">${children.join('')}</${name}>`),
      ),
    }));
    const roots = fc.constantFrom(
      ...['camt.053.001.02:BkToCstmrStmt', 'camt.054.001.08:BkToCstmrDbtCdtNtfctn', 'pain.002.001.10:CstmrPmtStsRpt'],
    );
    fc.assert(
      fc.property(roots, fc.array(node, { maxLength: 6 }), (root, nodes) => {
        const [message, name] = root.split(':');
        readSafely(
          utf8(
            `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${name}>${nodes.join('')}</${name}></Document>`,
          ),
        );
      }),
      { ...SEED, numRuns: 1000 },
    );
  });
});

interface ElementChange {
  readonly at: number;
  readonly to: number;
  readonly kind: string;
}

/** Changes one element of a text, chosen by number. A text without elements stays as it is. */
function changeElement(text: string, { at, to, kind }: ElementChange): string {
  const starts = [...text.matchAll(/<([A-Za-z0-9:]+)[^>]*>/g)].filter((start) => !start[0].endsWith('/>'));
  const start = starts[at % Math.max(1, starts.length)];
  if (start === undefined) return text;
  const closing = `</${start[1]!}>`;
  const close = text.indexOf(closing, start.index);
  if (close === -1) return text;
  const end = close + closing.length;
  const element = text.slice(start.index, end);
  const without = text.slice(0, start.index) + text.slice(end);
  switch (kind) {
    case 'remove':
      return without;
    case 'double':
      return text.slice(0, end) + element + text.slice(end);
    case 'empty':
      return text.slice(0, start.index + start[0].length) + text.slice(close);
    default: {
      const places = [...without.matchAll(/>/g)];
      const place = (places[to % Math.max(1, places.length)]?.index ?? 0) + 1;
      return without.slice(0, place) + element + without.slice(place);
    }
  }
}

/** Files that once broke a reader, or that attack one. Their names begin with the expected problem, or with `read`. */
const CASES = new URL('../testing/iso20022/cases/', import.meta.url);

test.each(readdirSync(CASES))('the case %s has its outcome', (name) => {
  const outcome = readSafely(readFileSync(new URL(name, CASES)));
  expect(outcome.ok ? 'read' : outcome.problem.code).toBe(name.split('.')[0]);
});

test('ten thousand documents leave no memory behind', async () => {
  const { diag } = await import('libxml2-wasm');
  diag.configure({ enabled: true, callerStats: true });
  try {
    const text = camt('camt.053.001.02', ACCOUNT + entry('02'));
    const [good, bad, unsound] = [text, text.slice(0, -30), text.replace('100.00', '-100.00')].map(utf8);
    for (let count = 0; count < 3400; count += 1) {
      for (const bytes of [good!, bad!, unsound!]) messages.readBankMessage(bytes);
    }
    expect(diag.report()).toEqual({});
  } finally {
    diag.configure({ enabled: false });
  }
});

test('compiled schemas and what they validate leave no memory behind', async () => {
  const { diag } = await import('libxml2-wasm');
  diag.configure({ enabled: true, callerStats: true });
  try {
    const schema = { name: 'pain.001.xsd', bytes: pain001Schema('pain.001.001.09') };
    const schemas = messages.openSchemas([schema, schema]);
    const document = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"/>';
    expect(schemas.deviationsIn('pain.001.001.09', document)).toHaveLength(1);
    expect(() => messages.openSchemas([schema, { name: 'b', bytes: utf8('<a/>') }])).toThrow(InvalidSchema);
    schemas.close();
    expect(diag.report()).toEqual({});
  } finally {
    diag.configure({ enabled: false });
  }
});

test('a statement of 10,000 entries is read whole', () => {
  const text = camt('camt.053.001.08', ACCOUNT + entry('08', { more: DETAILS }).repeat(10_000));
  const started = performance.now();
  const outcome = messages.readBankMessage(utf8(text));
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(outcome.ok && outcome.message.kind === 'statement' && outcome.message.statements[0]!.entries.length).toBe(
    10_000,
  );
});

test('a file of two million elements is too large', () => {
  const outcome = readSafely(utf8(camt('camt.053.001.08', ACCOUNT + '<Ntry/>'.repeat(2_000_000))));
  expect(outcome).toMatchObject({ ok: false, problem: { code: 'TOO_LARGE' } });
});

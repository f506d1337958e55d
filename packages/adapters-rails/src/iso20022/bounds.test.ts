import { beforeAll, expect, test } from 'vitest';
import { ACCOUNT, camt, entry, NOTIFICATION_08, STATEMENT_02, STATUS_10 } from '../testing/iso20022/bank-documents.js';
import { pain001Schema } from '../testing/iso20022/pain-001-schema.js';
import { type BankMessages, InvalidSchema, loadBankMessages } from './index.js';

let messages: BankMessages;
beforeAll(async () => {
  messages = await loadBankMessages();
});

const DETAILS = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>`;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a document that ends too early is refused', () => {
  for (const text of [STATEMENT_02, NOTIFICATION_08, STATUS_10]) {
    const bytes = utf8(text);
    expect(messages.readBankMessage(bytes)).toMatchObject({ ok: true, deviations: [] });
    for (let length = 0; length < bytes.length; length += 13) {
      expect(messages.readBankMessage(bytes.subarray(0, length)).ok).toBe(false);
    }
  }
});

test('a document that is cut anywhere is one that ends too early, whatever its last character', () => {
  const strange = camt('camt.054.001.08', ACCOUNT)
    .replace('<GrpHdr>', '<!-- ü 😀 --><GrpHdr a="😀" b=\'1\'>')
    .replace('<MsgId>', '<MsgId><![CDATA[<a> 😀]]>&amp;&#233;');
  for (const text of [
    strange,
    `<!-- first -->${strange.slice(strange.indexOf('<Document'))}`,
    strange.replaceAll('><', '>\n<'),
  ]) {
    expect(messages.readBankMessage(utf8(text)).ok).toBe(true);
    for (const bytes of [utf8(text), Buffer.from(`\uFEFF${text.replace(/^<\?.*?\?>/, '')}`, 'utf16le')]) {
      for (let length = 3; length < bytes.length; length += 1) {
        const outcome = messages.readBankMessage(bytes.subarray(0, length));
        const code = outcome.ok ? 'read' : outcome.problem.code;
        expect(['TRUNCATED', 'EMPTY', 'read'], `${length}: ${JSON.stringify(outcome)}`).toContain(code);
      }
    }
  }
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
  const outcome = messages.readBankMessage(utf8(camt('camt.053.001.08', ACCOUNT + '<Ntry/>'.repeat(2_000_000))));
  expect(outcome).toMatchObject({ ok: false, problem: { code: 'TOO_LARGE' } });
});

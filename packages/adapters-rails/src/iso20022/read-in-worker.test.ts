import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { ACCOUNT, camt, entry, STATUS_10 } from '../testing/iso20022/bank-documents.js';
import { loadBankMessages, type ReadFile, readInWorker } from './index.js';
import type { ReadingLimits } from './read-in-worker.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const DETAILS = `<NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId></Refs><Amt Ccy="EUR">100.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd></TxDtls></NtryDtls>`;
const statement = (entries: number): Uint8Array =>
  utf8(camt('camt.053.001.08', ACCOUNT + entry('08', { more: DETAILS }).repeat(entries)));

/** A thread that ends soon after its test. */
const reader = (limits: Partial<ReadingLimits> = {}): ReadFile => readInWorker({ idleMs: 10, ...limits });

describe('a file that is read on another thread', () => {
  it('has the same outcome as on this one', async () => {
    const { readBankFile } = await loadBankMessages();
    const read = reader();
    for (const bytes of [statement(300), utf8(STATUS_10), utf8('no file'), utf8(''), statement(1)]) {
      expect(await read(bytes)).toEqual(readBankFile(bytes));
    }
    expect(await read(statement(1), { maxBytes: 10 })).toMatchObject({ ok: false, problem: { code: 'TOO_LARGE' } });
  });

  it('waits for the one before it, and starts a thread again after a pause', async () => {
    const read = reader();
    const both = await Promise.all([read(statement(20)), read(utf8('no file'))]);
    expect(both).toMatchObject([{ ok: true }, { ok: false, problem: { code: 'NOT_XML' } }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await read(statement(1))).toMatchObject({ ok: true });
  });

  it('is refused if it takes longer than its time, and the next one is read', async () => {
    const read = reader({ timeoutMs: 1 });
    expect(await read(statement(5000))).toEqual({
      ok: false,
      problem: { code: 'TOO_COMPLEX', message: 'reading takes longer than 0.001 seconds', place: null },
    });
    const patient = reader({ timeoutMs: 60_000 });
    expect(await patient(statement(1))).toMatchObject({ ok: true });
  });

  it('is refused if it needs more memory than a file may use, and the next one is read', async () => {
    const read = reader({ heapMb: 64 });
    expect(await read(statement(30_000))).toEqual({
      ok: false,
      problem: { code: 'TOO_COMPLEX', message: 'reading needs more memory than a file may use', place: null },
    });
    expect(await read(statement(1))).toMatchObject({ ok: true });
  });

  it('lets this thread do other work', async () => {
    const read = reader();
    await read(statement(1));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    try {
      expect(await read(statement(8000))).toMatchObject({ ok: true });
    } finally {
      clearInterval(timer);
    }
    // On this thread it would take more than a second.
    expect(longest).toBeLessThan(400);
  });
});

afterEach(() => new Promise((resolve) => setTimeout(resolve, 20)));

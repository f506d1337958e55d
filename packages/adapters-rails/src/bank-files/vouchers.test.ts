import { instant, ok } from '@corridor/core';
import type { ExchangedFile, RailVouchers } from '@corridor/core/ports';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bankParts, Crash, type Faults, newPayment } from '../testing/bank-connection.js';
import type { IncomingReports } from './incoming-port.js';
import { FILES } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';
import { receiveFiles, type ReceiveFilesPorts } from './receive-files.js';
import { sendFiles } from './send-files.js';
import { monthOf } from './vouchers.js';

const status = (id: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;

const keyOf = ({ direction, content }: Pick<ExchangedFile, 'direction' | 'content'>): string =>
  `${direction} ${createHash('sha256').update(content).digest('hex')}`;

/** A connection that keeps its files in a map, which fails like its store and its exchange. */
function connection({ isOn = true }: { readonly isOn?: boolean } = {}) {
  const kept = new Map<string, ExchangedFile>();
  const over = new Set<string>();
  /** Not empty: nothing can be kept. */
  const broken = new Set<string>();
  let fault: Faults | null = null;
  const vouchers: RailVouchers = {
    keep: (file) =>
      fault!.pass(async () => {
        if (broken.size > 0) throw new Error('the document store is full');
        if (over.has(file.month)) return 'over';
        if (!kept.has(keyOf(file))) kept.set(keyOf(file), file);
        return 'kept';
      }),
  };
  const parts = bankParts({}, isOn ? vouchers : null);
  fault = parts.fault;
  const applied: string[] = [];
  const apply = async ({ messageId }: { readonly messageId: string }) => {
    if (!applied.includes(messageId)) applied.push(messageId);
    return { kind: 'applied' } as const;
  };
  const ports = {
    ...parts.sending,
    statusReports: apply,
    reports: { apply, tasks: [], condition: async () => ({ backlog: {}, problems: [] }) } as unknown as IncomingReports,
  } as ReceiveFilesPorts;
  return {
    ...parts,
    kept,
    over,
    broken,
    applied,
    ports,
    put: (name: string, content: string) =>
      parts.exchange.incoming.set(name, { content: Buffer.from(content), modifiedAt: parts.clock.now() }),
    receive: async () => {
      await receiveFiles(ports, parts.tell);
      parts.clock.advance(2);
      await receiveFiles(ports, parts.tell);
    },
    send: async () => {
      await sendFiles(parts.sending);
      await prepareFiles(parts.sending);
      await sendFiles(parts.sending);
    },
    names: () => [...kept.values()].map(({ direction, name }) => `${direction} ${name}`).sort(),
    inArchive: () => [...parts.exchange.archived.keys()].sort(),
  };
}

describe('a connection that keeps its files', () => {
  it('keeps a received file, and leaves no plain copy in the archive', async () => {
    const bank = connection();
    bank.put('a.xml', status('R1'));
    await bank.receive();
    expect(bank.applied).toEqual(['R1']);
    expect(bank.names()).toEqual(['RECEIVED a.xml']);
    expect(bank.inArchive()).toEqual([]);
    const [file] = bank.kept.values();
    expect(file).toMatchObject({ content: Buffer.from(status('R1')), month: '2026-11' });
  });

  it('keeps a file that was set aside too, and leaves it for the operator', async () => {
    const bank = connection();
    bank.put('a.xml', status('R1').replace('pain.002.001.10', 'pain.002.001.99'));
    await bank.receive();
    expect(bank.names()).toEqual(['RECEIVED a.xml']);
    expect(bank.inArchive()).toEqual(['set-aside/a.xml']);
  });

  it('keeps a file that comes twice once, and an equal one of another name too', async () => {
    const bank = connection();
    for (const name of ['a.xml', 'b.xml']) bank.put(name, status('R1'));
    await bank.receive();
    bank.put('a.xml', status('R1'));
    await bank.receive();
    expect([bank.kept.size, bank.inArchive()]).toEqual([1, []]);
  });

  it('keeps a sent file with the bytes that the bank got', async () => {
    const bank = connection();
    await bank.payments.submit(newPayment());
    await bank.send();
    const [sent] = bank.exchange.published;
    expect(bank.names()).toEqual([`SENT ${sent!.name}`]);
    expect([...bank.kept.values()][0]!.content).toEqual(sent!.content);
  });

  it('takes in what was archived before it kept files, by the time at which each was received', async () => {
    const before = connection({ isOn: false });
    before.put('old.xml', status('R1'));
    await before.receive();
    expect([before.kept.size, before.inArchive()]).toEqual([0, ['processed/old.xml']]);
    const bank = connection();
    bank.put('old.xml', status('R1'));
    await bank.receive();
    bank.kept.clear();
    const foreign = Buffer.from('not of this connection');
    bank.exchange.archived.set('processed/old.xml', Buffer.from(status('R1')));
    bank.exchange.archived.set('processed/foreign.xml', foreign);
    bank.clock.advance(40 * 86_400);
    await bank.receive();
    expect(bank.names()).toEqual(['RECEIVED old.xml']);
    expect([...bank.kept.values()][0]!.month).toBe('2026-11');
    expect(bank.inArchive()).toEqual(['processed/foreign.xml']);
  });

  it('removes an archived file whose period has ended without keeping it', async () => {
    const bank = connection();
    bank.put('a.xml', status('R1'));
    await bank.receive();
    bank.kept.clear();
    bank.over.add('2026-11');
    bank.exchange.archived.set('processed/a.xml', Buffer.from(status('R1')));
    await bank.receive();
    expect([bank.kept.size, bank.inArchive()]).toEqual([0, []]);
  });
});

it('a crash at any call of a receipt loses no file, keeps each once, and leaves no plain copy', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let at = 0; at < 60; at += 1) {
      const bank = connection();
      bank.put('a.xml', status('R1'));
      bank.put('b.xml', status('R2'));
      bank.put('c.xml', status('R3').replace('pain.002.001.10', 'pain.002.001.99'));
      await receiveFiles(bank.ports, bank.tell);
      bank.clock.advance(2);
      Object.assign(bank.fault, { calls: 0, at, when });
      // Whenever the host dies, a file is in plain or it is kept.
      await receiveFiles(bank.ports, bank.tell).catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
      bank.fault.at = null;
      for (const [name, id] of [
        ['a.xml', 'R1'],
        ['b.xml', 'R2'],
      ] as const) {
        const isPlain = bank.exchange.incoming.has(name) || bank.exchange.archived.has(`processed/${name}`);
        const isKept = bank.kept.has(keyOf({ direction: 'RECEIVED', content: Buffer.from(status(id)) }));
        expect([at, when, name, isPlain || isKept]).toEqual([at, when, name, true]);
      }
      for (let runs = 0; runs < 2; runs += 1) await bank.receive();
      expect([at, [...bank.applied].sort()]).toEqual([at, ['R1', 'R2']]);
      expect([at, bank.names()]).toEqual([at, ['RECEIVED a.xml', 'RECEIVED b.xml', 'RECEIVED c.xml']]);
      expect([at, bank.inArchive()]).toEqual([at, ['set-aside/c.xml']]);
    }
  }
});

it('a crash at any call of a sending keeps each file that the bank got, and no other', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let at = 0; at < 40; at += 1) {
      const bank = connection();
      await bank.payments.submit(newPayment());
      Object.assign(bank.fault, { calls: 0, at, when });
      await bank.send().catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
      bank.fault.at = null;
      await bank.send();
      const got = bank.exchange.published.map(({ content }) => keyOf({ direction: 'SENT', content }));
      expect(got).toHaveLength(1);
      expect([at, [...bank.kept.keys()]]).toEqual([at, got]);
    }
  }
});

describe('a sent file', () => {
  it('is kept also if the bank reports about it before it is recorded as sent', async () => {
    let reported = 0;
    for (let at = 1; at < 40; at += 1) {
      const bank = connection();
      await bank.payments.submit(newPayment());
      await prepareFiles(bank.sending);
      Object.assign(bank.fault, { calls: 0, at, when: 'after' });
      await sendFiles(bank.sending).catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
      bank.fault.at = null;
      const [sent] = bank.exchange.published;
      const [record] = await bank.store.read((records) => records.list(FILES, { status: 'UPLOADED', limit: 1 }));
      // The host died between the rename and the record of it.
      if (sent === undefined || record === undefined) continue;
      reported += 1;
      await bank.store.run(async (records) => {
        records.change((await records.get(FILES, record.key))!, { status: 'REPORTED' });
        return ok();
      });
      await sendFiles(bank.sending);
      expect(bank.names()).toEqual([`SENT ${sent.name}`]);
    }
    expect(reported).toBeGreaterThan(0);
  });

  it('that cannot be kept is a problem until it is kept, and other files are sent meanwhile', async () => {
    const bank = connection();
    bank.broken.add('store');
    for (let files = 1; files <= 3; files += 1) {
      await bank.payments.submit(newPayment());
      bank.clock.advance(3600);
      await bank.send();
      expect(bank.exchange.published).toHaveLength(files);
    }
    expect(bank.names()).toEqual([]);
    const [problem] = await bank.store.read((records) => openProblems(records, 10));
    expect(problem).toMatch(
      /^the sent file M\w+ is not kept as a voucher: the document store is full; it is tried again$/,
    );
    bank.broken.clear();
    await bank.send();
    expect(bank.kept.size).toBe(3);
    expect(await bank.store.read((records) => openProblems(records, 10))).toEqual([]);
  });
});

it('the month of a file is that of the clocks of the connection, in every time zone', () => {
  const times = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
  const offsets = fc.integer({ min: -12, max: 14 });
  fc.assert(
    fc.property(times, offsets, (at, hours) => {
      // The signs of these zones are those of POSIX.
      const zone = hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
      const expected = new Date(at + hours * 3_600_000).toISOString().slice(0, 7);
      expect(monthOf(instant(at), zone)).toBe(expected);
    }),
  );
  expect(monthOf(instant(Date.parse('2026-10-31T23:30:00Z')), 'Europe/Berlin')).toBe('2026-11');
  expect(monthOf(instant(Date.parse('2026-10-31T22:30:00Z')), 'Europe/Berlin')).toBe('2026-10');
});

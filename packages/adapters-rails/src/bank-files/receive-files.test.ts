import { gzipSync } from 'node:zlib';
import type { TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import type { AccountReport, StatusReport } from '../iso20022/messages.js';
import { zip } from '../testing/iso20022/archives.js';
import { ACCOUNT, camt, entry } from '../testing/iso20022/bank-documents.js';
import { bankParts, Crash } from '../testing/bank-connection.js';
import { ExchangeUnavailable } from './exchange/exchange.js';
import type { IncomingReports, ReportOutcome } from './incoming-port.js';
import { receiveFiles, type ReceiveFilesPorts } from './receive-files.js';
import { listSetAside } from './received-files.js';

const status = (id: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;

function receiving(over: { readonly maxBytes?: number } = {}) {
  const parts = bankParts();
  const applied: string[] = [];
  let outcome: ReportOutcome = { kind: 'applied' };
  let failure: Error | null = null;
  let fails = (_messageId: string): boolean => true;
  /** A report has its effect once, by its id. */
  const apply = async ({ messageId }: StatusReport | AccountReport): Promise<ReportOutcome> =>
    parts.fault.pass(async () => {
      if (failure !== null && fails(messageId)) throw failure;
      if (!applied.includes(messageId)) applied.push(messageId);
      return outcome;
    });
  const reports = { apply, tasks: [], condition: async () => ({ backlog: {}, problems: [] }) };
  const ports = {
    ...parts.sending,
    statusReports: (report: StatusReport, _tell: TellCore) => apply(report),
    reports: reports as unknown as IncomingReports,
    ...over,
  } as { maxBytes?: number } & Omit<ReceiveFilesPorts, 'maxBytes'>;
  return {
    ...parts,
    applied,
    ports,
    put: (name: string, content: string | Uint8Array) =>
      parts.exchange.incoming.set(name, { content: Buffer.from(content), modifiedAt: parts.clock.now() }),
    run: () => receiveFiles(ports, parts.tell),
    /** Two looks, two seconds apart. */
    twice: async () => {
      await receiveFiles(ports, parts.tell);
      parts.clock.advance(2);
      return receiveFiles(ports, parts.tell);
    },
    setAside: () => parts.whole.read((records) => listSetAside(records, 100)),
    answer: (of: {
      readonly outcome?: ReportOutcome;
      readonly failure?: Error | null;
      readonly fails?: (messageId: string) => boolean;
    }) => {
      outcome = of.outcome ?? outcome;
      failure = of.failure ?? null;
      fails = of.fails ?? (() => true);
    },
  };
}

describe('a file of the bank', () => {
  it('is read after two looks, and archived after its effects', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    expect(await bank.run()).toBe(true);
    expect(bank.applied).toEqual([]);
    bank.clock.advance(2);
    expect(await bank.run()).toBe(false);
    expect(bank.applied).toEqual(['R1']);
    expect(bank.exchange.processed).toEqual(['a.xml']);
  });

  it('is read in time although the clock was an hour ahead at the first look', async () => {
    const { put, run, clock, applied } = receiving();
    clock.advance(3600);
    put('one.xml', status('M1'));
    await run();
    clock.advance(-3600);
    for (const seconds of [2, 2]) {
      await run();
      clock.advance(seconds);
    }
    await run();
    expect(applied).toEqual(['M1']);
  });

  it('that grows between two looks waits until it is complete', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1').slice(0, 200));
    await bank.run();
    bank.clock.advance(2);
    bank.put('a.xml', status('R1'));
    expect(await bank.run()).toBe(true);
    expect([bank.applied, bank.exchange.processed]).toEqual([[], []]);
    bank.clock.advance(2);
    await bank.run();
    expect(bank.applied).toEqual(['R1']);
  });

  it('that the host may not read does not keep the others waiting, and is read later', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    bank.put('b.xml', status('R2'));
    bank.exchange.unreadable.add('a.xml');
    await bank.run();
    bank.clock.advance(2);
    await expect(bank.run()).rejects.toThrow(ExchangeUnavailable);
    expect(bank.applied).toEqual(['R2']);
    bank.exchange.unreadable.clear();
    await bank.run();
    expect(bank.applied).toEqual(['R2', 'R1']);
  });

  it('that comes twice, also under another name, has one effect and is archived', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    bank.put('b.xml', status('R1'));
    await bank.twice();
    bank.put('a.xml', status('R1'));
    await bank.twice();
    expect(bank.applied).toEqual(['R1']);
    expect(bank.exchange.processed).toEqual(['a.xml', 'b.xml', 'a.xml']);
  });

  it('that is truncated waits for the rest, and is set aside if none comes', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1').slice(0, 200));
    await bank.twice();
    expect(await bank.setAside()).toEqual([]);
    bank.clock.advance(30);
    await bank.run();
    expect((await bank.setAside()).map(({ file }) => file)).toEqual([
      { name: 'a.xml', version: null, reason: expect.stringMatching(/^TRUNCATED: /) as string, keptAs: 'a.xml' },
    ]);
    expect(bank.exchange.setAside.get('a.xml')).toMatch(/^a\.xml was set aside\.\nTRUNCATED: /);
  });

  it.each([
    ['a text', 'account,amount\nDE89,1.00\n'],
    ['MT940', '{1:F01BANKBEBB2222123456}:20:1'],
    ['encrypted', '-----BEGIN PGP MESSAGE-----\n\nhQEMA'],
    ['XML that is not well-formed', status('R1').replace('</MsgId>', '</Id>')],
  ])('that no more bytes make XML, because it is %s, is set aside at once', async (_, content) => {
    const bank = receiving();
    bank.put('a.xml', content);
    await bank.twice();
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual([expect.stringMatching(/^NOT_XML: /)]);
  });

  it('of which one statement cannot be read has the effects of the others, and is set aside with the reason', async () => {
    const bank = receiving();
    const broken = ACCOUNT + entry('08', { amount: '-1.00' });
    bank.put('a.xml', camt('camt.053.001.08', ACCOUNT + entry('08'), ...Array.from({ length: 12 }, () => broken)));
    await bank.twice();
    expect(bank.applied).toEqual(['MSG-1']);
    const [reason] = (await bank.setAside()).map(({ file }) => file.reason);
    expect(reason).toMatch(/^STMT-2: INVALID_AMOUNT: .*Stmt\[2\]\/Ntry\/Amt\); STMT-3: .*; 2 more$/);
    bank.answer({ outcome: { kind: 'set-aside', reason: 'STMT-1: its account is not configured' } });
    bank.put('b.xml', camt('camt.053.001.08', broken, ACCOUNT));
    await bank.twice();
    expect((await bank.setAside())[1]!.file.reason).toMatch(/^STMT-1: INVALID_AMOUNT: .*; STMT-1: its account is not/);
  });

  it.each([
    ['of an unknown version', status('R1').replace('pain.002.001.10', 'pain.002.001.99'), /^UNKNOWN_VERSION/],
    ['with a document type', `<!DOCTYPE x [<!ENTITY y "z">]>${status('R1')}`, /^DOCUMENT_TYPE|^NOT_XML/],
    ['that is encrypted', '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----', /^NOT_XML|^ENCODING/],
    ['that is empty', '', /^EMPTY/],
  ])('%s is set aside with a reason', async (_, content, reason) => {
    const bank = receiving();
    bank.put('a.xml', content);
    await bank.twice();
    bank.clock.advance(40);
    await bank.run();
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual([expect.stringMatching(reason)]);
    expect([bank.applied, bank.exchange.processed, [...bank.exchange.setAside.keys()]]).toEqual([[], [], ['a.xml']]);
  });

  it('that is too large is set aside without being read', async () => {
    const bank = receiving({ maxBytes: 100 });
    bank.put('a.xml', status('R1'));
    await bank.twice();
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual([expect.stringMatching(/100 are allowed/)]);
  });

  it('may be an archive, whose messages all have their effects, and whose paths are only texts', async () => {
    const bank = receiving();
    bank.put('a.zip', zip({ name: '../1.xml', content: status('R1') }, { name: '2.xml', content: status('R2') }));
    bank.put('b.xml.gz', gzipSync(status('R3')));
    await bank.twice();
    expect(bank.applied).toEqual(['R1', 'R2', 'R3']);
    expect(bank.exchange.processed).toEqual(['a.zip', 'b.xml.gz']);
    bank.put('c.zip', zip({ name: '../1.xml', content: status('R4') }, { name: 'b.pdf', content: '%PDF-1.7' }));
    await bank.twice();
    expect(bank.applied).toEqual(['R1', 'R2', 'R3', 'R4']);
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual([
      '"b.pdf": NOT_XML: the file is a PDF; ask the bank for plain XML',
    ]);
  });

  it('that is half of an archive waits for the rest', async () => {
    const bank = receiving();
    const archive = zip({ name: '1.xml', content: status('R1') });
    bank.put('a.zip', archive.subarray(0, 100));
    await bank.twice();
    expect(await bank.setAside()).toEqual([]);
    bank.put('a.zip', archive);
    await bank.twice();
    expect(bank.applied).toEqual(['R1']);
  });

  it('that was set aside is read again if it comes again, which ends the problem', async () => {
    const bank = receiving();
    bank.answer({ outcome: { kind: 'set-aside', reason: 'its account is not configured' } });
    bank.put('a.xml', status('R1'));
    await bank.twice();
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual(['its account is not configured']);
    bank.answer({ outcome: { kind: 'applied' } });
    bank.exchange.setAside.delete('a.xml');
    bank.put('a.xml', status('R1'));
    await bank.twice();
    expect(await bank.setAside()).toEqual([]);
    expect(bank.exchange.processed).toEqual(['a.xml']);
  });

  it('that was set aside ends as a problem when an operator moves it away', async () => {
    const bank = receiving();
    bank.put('a.xml', 'x');
    await bank.twice();
    bank.clock.advance(40);
    await bank.run();
    expect(await bank.setAside()).toHaveLength(1);
    bank.exchange.setAside.delete('a.xml');
    await bank.run();
    expect(await bank.setAside()).toEqual([]);
  });

  it('is taken although more files than one run retries have failed before it', async () => {
    const bank = receiving();
    for (let n = 0; n < 6; n++) bank.put(`bad-${n}.xml`, status(`BAD${n}`));
    bank.answer({ failure: new Error('core is busy'), fails: (id) => id.startsWith('BAD') });
    await expect(bank.twice()).rejects.toThrow('core is busy');
    bank.clock.advance(60);
    bank.put('good.xml', status('R1'));
    await expect(bank.run()).rejects.toThrow('core is busy');
    bank.clock.advance(2);
    await expect(bank.run()).rejects.toThrow('core is busy');
    expect(bank.applied).toEqual(['R1']);
  });

  it('that core does not take now stays, holds up no other file, and is shown until it is taken', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    await bank.run();
    bank.clock.advance(2);
    bank.answer({ failure: new Error('core is busy') });
    await expect(bank.run()).rejects.toThrow('core is busy');
    const problems = () => bank.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 9 }));
    expect((await problems()).map(({ value }) => value)).toEqual([
      'the file a.xml could not be applied; it is tried again',
    ]);
    bank.answer({ failure: null });
    await bank.run();
    expect([bank.applied, bank.exchange.processed, await problems()]).toEqual([['R1'], ['a.xml'], []]);
  });
});

describe('a file that the bank replaces under the same name while it is read', () => {
  /** Replaces the file when its effects have come, which is after it was read and before it is moved. */
  function replacing(first: string, second: string) {
    const bank = receiving();
    bank.put('a.xml', first);
    const { archive } = bank.exchange.session;
    let isReplaced = false;
    bank.exchange.session.archive = (name, as) => {
      if (!isReplaced) bank.put('a.xml', second);
      isReplaced = true;
      return archive(name, as);
    };
    return bank;
  }

  it.each([
    ['that is applied', status('R1')],
    ['that is set aside', status('R1').replace('pain.002.001.10', 'pain.002.001.99')],
  ])('and %s is put back and read', async (_, first) => {
    const bank = replacing(first, status('R2'));
    await bank.twice();
    expect([[...bank.exchange.incoming.keys()], bank.exchange.processed]).toEqual([['a.xml'], []]);
    expect(bank.logged.at(-1)).toEqual([
      'warn',
      { name: 'a.xml' },
      'bank file was replaced while it was read; it is read again',
    ]);
    await bank.twice();
    expect(bank.applied.at(-1)).toBe('R2');
    expect(bank.exchange.processed).toEqual(['a.xml']);
    expect(await bank.setAside()).toEqual([]);
  });

  it('by the same content is archived', async () => {
    const bank = replacing(status('R1'), status('R1'));
    await bank.twice();
    expect([bank.applied, bank.exchange.processed]).toEqual([['R1'], ['a.xml']]);
  });

  it('by one that is too large is put back, and set aside without being read', async () => {
    const bank = replacing('x', status('R2'));
    bank.ports.maxBytes = 100;
    await bank.twice();
    await bank.twice();
    expect((await bank.setAside()).map(({ file }) => file.reason)).toEqual([expect.stringMatching(/100 are allowed/)]);
  });

  it('is read although the host is killed at any call', async () => {
    for (const when of ['before', 'after'] as const) {
      for (let at = 0; at < 30; at += 1) {
        const bank = replacing(status('R1'), status('R2'));
        await bank.run();
        bank.clock.advance(2);
        Object.assign(bank.fault, { calls: 0, at, when });
        await bank.run().catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
        bank.fault.at = null;
        for (let runs = 0; runs < 5; runs += 1) {
          bank.clock.advance(2);
          await bank.run();
        }
        expect([when, at, bank.applied]).toEqual([when, at, ['R1', 'R2']]);
        expect([at, bank.exchange.incoming.size]).toEqual([at, 0]);
        expect(await bank.whole.read((records) => records.list('moves', { status: 'OPEN', limit: 9 }))).toEqual([]);
      }
    }
  });
});

it('an installation takes no file from an exchange of another one', async () => {
  const bank = receiving();
  bank.put('a.xml', status('R1'));
  bank.exchange.session.owner = async () => 'other';
  await expect(bank.twice()).rejects.toThrow(
    'the archive belongs to another installation of Corridor ("other"), and two would divide the files of the bank between them; remove .corridor-owner from it if the other one is gone',
  );
  bank.exchange.session.owner = async () => null;
  await bank.twice();
  expect(bank.applied).toEqual(['R1']);
});

it('two hosts, of which one lost its lease, apply every file once', async () => {
  const bank = receiving();
  for (const name of ['a', 'b', 'c', 'd']) bank.put(`${name}.xml`, status(`R${name}`));
  await Promise.all([bank.run(), bank.run()]);
  bank.clock.advance(2);
  await Promise.all([bank.run(), bank.run(), bank.run()]);
  expect([...bank.applied].sort()).toEqual(['Ra', 'Rb', 'Rc', 'Rd']);
  expect([...bank.exchange.processed].sort()).toEqual(['a.xml', 'b.xml', 'c.xml', 'd.xml']);
  expect(await bank.setAside()).toEqual([]);
});

it('a crash at any call loses no file and repeats no effect', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let at = 0; at < 40; at += 1) {
      const bank = receiving();
      bank.put('a.xml', status('R1'));
      bank.put('b.xml', status('R2'));
      bank.put('c.xml', status('R3').replace('pain.002.001.10', 'pain.002.001.99'));
      await bank.run();
      bank.clock.advance(2);
      Object.assign(bank.fault, { calls: 0, at, when });
      await bank.run().catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
      bank.fault.at = null;
      for (let runs = 0; runs < 3; runs += 1) {
        bank.clock.advance(2);
        await bank.run();
      }
      expect([at, [...bank.applied].sort()]).toEqual([at, ['R1', 'R2']]);
      expect([at, [...bank.exchange.processed].sort()]).toEqual([at, ['a.xml', 'b.xml']]);
      expect([at, [...bank.exchange.setAside.keys()]]).toEqual([at, ['c.xml']]);
      expect([at, (await bank.setAside()).length]).toEqual([at, 1]);
      expect(bank.exchange.incoming.size).toBe(0);
    }
  }
});

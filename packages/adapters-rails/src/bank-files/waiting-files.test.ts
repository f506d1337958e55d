import { describe, expect, it } from 'vitest';
import type { StatusReport } from '../iso20022/messages.js';
import { bankParts, exchangeWith } from '../testing/bank-connection.js';
import { type Exchange, ExchangeUnavailable } from './exchange/exchange.js';
import type { IncomingReports, ReportOutcome } from './incoming-port.js';
import { receiveFiles } from './receive-files.js';
import { listSetAside } from './received-files.js';

const status = (id: string, version = '10'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;

/** What the connection does with files; `tried` has the reports in the order in which they are applied. */
function receiving(exchangeOf: (exchange: Exchange) => Exchange = (exchange) => exchange) {
  const parts = bankParts();
  const tried: string[] = [];
  const failing = new Set<string>();
  const statusReports = async ({ messageId }: StatusReport): Promise<ReportOutcome> => {
    tried.push(messageId);
    if (failing.has(messageId)) throw new Error('core is busy');
    return { kind: 'applied' };
  };
  const ports = {
    ...parts.sending,
    statusReports,
    exchange: exchangeOf(parts.exchange),
    reports: { tasks: [] } as unknown as IncomingReports,
  };
  return {
    ...parts,
    tried,
    failing,
    put: (name: string, content: string) => {
      parts.exchange.incoming.set(name, {
        content: new TextEncoder().encode(content),
        modifiedAt: parts.clock.now(),
      });
      parts.clock.advance(0.01);
    },
    run: () => receiveFiles(ports, parts.tell),
    setAside: () => parts.whole.read((records) => listSetAside(records, 100)),
  };
}

describe('files that wait', () => {
  it('are read a second after the first look, and not before', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    expect(await bank.run()).toBe(true);
    bank.clock.advance(0.999);
    expect([await bank.run(), bank.tried]).toEqual([true, []]);
    bank.clock.advance(0.001);
    expect([await bank.run(), bank.tried]).toEqual([false, ['R1']]);
  });

  it('are read in the order in which the bank wrote them', async () => {
    const bank = receiving();
    for (const name of ['c', 'a', 'b']) bank.put(`${name}.xml`, status(`R${name}`));
    await bank.run();
    bank.exchange.incoming.delete('c.xml');
    bank.clock.advance(-60);
    bank.put('c.xml', status('Rc'));
    await bank.run();
    bank.clock.advance(62);
    await bank.run();
    expect(bank.tried).toEqual(['Rc', 'Ra', 'Rb']);
  });

  it('are tried in one run until five have failed, and those that were not tried come first in the next', async () => {
    const bank = receiving();
    for (const n of [1, 2, 3, 4, 5, 6, 7]) {
      bank.put(`${n}.xml`, status(`R${n}`));
      bank.failing.add(`R${n}`);
    }
    await bank.run();
    bank.clock.advance(2);
    await expect(bank.run()).rejects.toThrow('core is busy');
    expect(bank.tried).toEqual(['R1', 'R2', 'R3', 'R4', 'R5']);
    bank.tried.length = 0;
    await expect(bank.run()).rejects.toThrow('core is busy');
    expect(bank.tried).toEqual(['R6', 'R7', 'R1', 'R2', 'R3']);
  });

  it('are forgotten when the bank takes them back', async () => {
    const bank = receiving((exchange) =>
      exchangeWith(exchange, (session) => ({
        read: async (name, maxBytes) => {
          bank.exchange.incoming.delete(name);
          return session.read(name, maxBytes);
        },
      })),
    );
    bank.put('a.xml', status('R1'));
    await bank.run();
    bank.clock.advance(2);
    expect([await bank.run(), bank.tried]).toEqual([false, []]);
  });

  it('write nothing as long as the listing shows nothing else', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1'));
    bank.put('b.xml', status('R2'));
    const writes = async () => {
      const before = await bank.whole.read((records) => records.get('looks', 'incoming'));
      await bank.run();
      const after = await bank.whole.read((records) => records.get('looks', 'incoming'));
      return (after?.version ?? 0) - (before?.version ?? 0);
    };
    expect([await writes(), await writes()]).toEqual([1, 0]);
    bank.put('b.xml', status('R3'));
    expect([await writes(), await writes()]).toEqual([1, 0]);
    bank.exchange.incoming.delete('b.xml');
    expect([await writes(), await writes()]).toEqual([1, 0]);
  });

  it('that look truncated are set aside after half a minute, and not before', async () => {
    const bank = receiving();
    bank.put('a.xml', '');
    await bank.run();
    bank.clock.advance(29.999);
    expect([await bank.run(), await bank.setAside()]).toEqual([true, []]);
    bank.clock.advance(0.001);
    expect(await bank.run()).toBe(false);
    expect((await bank.setAside()).map(({ file }) => file.name)).toEqual(['a.xml']);
  });
});

describe('a file that was read', () => {
  it('has its effects once, also under another name', async () => {
    const bank = receiving();
    for (const name of ['a.xml', 'b.xml', 'a.xml']) {
      bank.put(name, status('R1'));
      await bank.run();
      bank.clock.advance(2);
      await bank.run();
    }
    expect([bank.tried, bank.exchange.processed]).toEqual([['R1'], ['a.xml', 'b.xml', 'a.xml']]);
    const [, , message] = bank.logged.at(-1)!;
    expect([bank.logged.length, message]).toEqual([3, 'bank file received again']);
  });

  it('is logged with its digest, its version and what deviates from the standard', async () => {
    const bank = receiving();
    const content = status('R1').replace('<GrpSts>', '<Foreign>x</Foreign><GrpSts>');
    bank.put('a.xml', content);
    await bank.run();
    bank.clock.advance(2);
    await bank.run();
    const digest = bank.sending.digest.sha256(new TextEncoder().encode(content));
    expect(bank.logged).toEqual([
      [
        'info',
        { name: 'a.xml', digest, version: 'pain.002.001.10', deviations: expect.any(Array) as unknown },
        'bank file applied',
      ],
    ]);
  });

  it('stays seen where the exchange keeps no archive, until the bank replaces it', async () => {
    const bank = receiving((exchange) =>
      exchangeWith(exchange, () => ({ archive: async () => null, isSetAside: async () => true })),
    );
    const twice = async () => {
      await bank.run();
      bank.clock.advance(2);
      return bank.run();
    };
    bank.put('a.xml', status('R1'));
    bank.put('b.xml', status('R2'));
    expect([await twice(), bank.tried]).toEqual([false, ['R1', 'R2']]);
    bank.put('c.xml', status('R3'));
    expect([await twice(), bank.tried]).toEqual([false, ['R1', 'R2', 'R3']]);
    bank.put('a.xml', status('R4'));
    expect([await twice(), bank.tried]).toEqual([false, ['R1', 'R2', 'R3', 'R4']]);
    bank.put('d.xml', status('R5', '99'));
    await twice();
    await twice();
    expect((await bank.setAside()).map(({ file }) => [file.name, file.keptAs])).toEqual([['d.xml', null]]);
    expect(bank.logged.filter(([level]) => level === 'warn')).toHaveLength(1);
  });

  it('was set aside with the place of what is wrong, which its report says too', async () => {
    const bank = receiving();
    bank.put('a.xml', status('R1', '99'));
    await bank.run();
    bank.clock.advance(2);
    await bank.run();
    const [{ file }] = (await bank.setAside()) as [Awaited<ReturnType<typeof bank.setAside>>[number]];
    expect(file).toEqual({
      name: 'a.xml',
      version: null,
      keptAs: 'a.xml',
      reason: expect.stringMatching(
        /^UNKNOWN_VERSION: pain\.002\.001\.99 is not a version that is read; .* \(.+\)$/,
      ) as string,
    });
    expect(bank.exchange.setAside.get('a.xml')).toBe(`a.xml was set aside.\n${file.reason}`);
    expect(bank.logged).toEqual([
      ['warn', { digest: expect.any(String) as unknown, version: null, reason: file.reason }, 'bank file set aside'],
    ]);
  });
});

it('a file that cannot be taken is logged with the reason, and one that core does not take is not', async () => {
  const bank = receiving();
  bank.put('a.xml', status('R1'));
  bank.put('b.xml', status('R2'));
  bank.exchange.unreadable.add('a.xml');
  bank.failing.add('R2');
  await bank.run();
  bank.clock.advance(2);
  await expect(bank.run()).rejects.toThrow(new ExchangeUnavailable('EACCES'));
  expect(bank.logged).toEqual([['warn', { name: 'a.xml', reason: 'EACCES' }, 'bank file cannot be taken']]);
});

import { expect, it } from 'vitest';
import { bankParts } from '../testing/bank-connection.js';
import type { IncomingReports } from './incoming-port.js';
import { openProblems } from './problems.js';
import { receiveFiles } from './receive-files.js';
import { dismissVanished } from './vanished-files.js';

function receiving(owner: (id: string) => string | null) {
  const parts = bankParts();
  parts.exchange.session.owner = async (id) => owner(id);
  if (owner('x') === null) parts.exchange.session.archive = async () => null;
  const applied: string[] = [];
  const ports = {
    ...parts.sending,
    statusReports: async ({ messageId }: { readonly messageId: string }) => {
      applied.push(messageId);
      return { kind: 'applied' as const };
    },
    reports: { apply: async () => ({ kind: 'applied' }) } as unknown as IncomingReports,
  };
  return {
    ...parts,
    applied,
    put: (name: string, id: string) =>
      parts.exchange.incoming.set(name, { content: Buffer.from(status(id)), modifiedAt: parts.clock.now() }),
    run: async () => {
      await receiveFiles(ports, parts.tell);
      parts.clock.advance(2);
    },
    problems: () => parts.whole.read((records) => openProblems(records, 9)),
  };
}

const status = (id: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-11-23T12:00:00</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>RJCT</GrpSts></OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`;

it('a file that another installation takes before it is read is a problem, if no archive says to whom the files belong', async () => {
  const bank = receiving(() => null);
  bank.put('a.xml', 'R1');
  bank.put('b.xml', 'R2');
  await bank.run();
  bank.exchange.incoming.delete('a.xml');
  await bank.run();
  await bank.run();
  expect(bank.applied).toEqual(['R2']);
  const gone = expect.stringMatching(
    /^the file a\.xml of \d+ bytes is gone from the incoming folder before it was read/,
  );
  expect(await bank.problems()).toEqual([gone]);
  // The bank takes what was read away after some weeks.
  bank.exchange.incoming.delete('b.xml');
  await bank.run();
  await bank.run();
  expect(await bank.problems()).toEqual([gone]);
  bank.put('a.xml', 'R1');
  await bank.run();
  expect(await bank.problems()).toEqual([]);
  await bank.run();
  expect(bank.applied).toEqual(['R2', 'R1']);
});

it('a file that is taken between the listing and the reading is such a problem too, which an operator can end', async () => {
  const bank = receiving(() => null);
  bank.put('a.xml', 'R1');
  await bank.run();
  const { list } = bank.exchange.session;
  bank.exchange.session.list = async () => {
    const found = await list();
    bank.exchange.incoming.delete('a.xml');
    return found;
  };
  await bank.run();
  await bank.run();
  expect(await bank.problems()).toHaveLength(1);
  const ports = { store: bank.whole, digest: bank.sending.digest };
  expect(await dismissVanished(ports, 'b.xml')).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });
  expect(await dismissVanished(ports, 'a.xml')).toEqual({ ok: true, value: 'the problem of a.xml has ended' });
  expect(await bank.problems()).toEqual([]);
});

it('a file that a person takes out of an exchange with an owner is none', async () => {
  const bank = receiving((id) => id);
  bank.put('a.xml', 'R1');
  await bank.run();
  bank.exchange.incoming.delete('a.xml');
  await bank.run();
  await bank.run();
  expect(await bank.problems()).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { bankParts, Crash, IBAN, newPayment, OTHER_IBAN, PAYEE } from '../testing/bank-connection.js';
import { ExchangeUnavailable } from './exchange/exchange.js';
import { fileOf, filesWith } from './file-records.js';
import { FILES } from './payment-records.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

type Parts = ReturnType<typeof bankParts>;

const text = (content: Uint8Array): string => new TextDecoder().decode(content);
const allOf = (xml: string, element: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map((match) => match[1]!);

async function run({ sending }: Parts): Promise<void> {
  await sendFiles(sending);
  await prepareFiles(sending);
  await sendFiles(sending);
}

const submit = async ({ payments }: Parts, over: Parameters<typeof newPayment>[0] = {}) =>
  payments.submit(newPayment(over));

const sentIds = ({ exchange }: Parts): readonly string[] =>
  exchange.published.flatMap(({ content }) => allOf(text(content), 'EndToEndId'));

const files = ({ whole }: Parts, status: Parameters<typeof filesWith>[1]) =>
  whole.read((records) => filesWith(records, status, 100));

describe('a bank file', () => {
  it('has one PmtInf for each account, and a file of its own for each scheme', async () => {
    const second = { iban: OTHER_IBAN, bic: null, name: 'Acme Payments GmbH', currency: 'EUR' };
    const parts = bankParts({ accounts: [{ iban: IBAN, name: 'Acme', currency: 'EUR' }, second] });
    await submit(parts, { amount: 1n });
    await submit(parts, { amount: 2n, iban: OTHER_IBAN, rail: `acme-bank.${OTHER_IBAN}` });
    await submit(parts, { amount: 4n, scheme: 'SEPA_INSTANT' });
    await submit(parts, { amount: 8n });
    await run(parts);
    const sent = parts.exchange.published.map(({ content }) => text(content)).sort((a, b) => b.length - a.length);
    expect(sent.map((xml) => allOf(xml, 'PmtInfId').length)).toEqual([2, 1]);
    expect(sent.map((xml) => allOf(xml, 'CtrlSum'))).toEqual([
      ['0.11', '0.09', '0.02'],
      ['0.04', '0.04'],
    ]);
    expect(sent.map((xml) => xml.includes('<LclInstrm><Cd>INST</Cd></LclInstrm>'))).toEqual([false, true]);
    expect(sent[0]).toContain('<ReqdExctnDt><Dt>2026-11-23</Dt></ReqdExctnDt>');
  });

  it('that the exchange refuses keeps no other one waiting, unless it refuses several', async () => {
    const parts = bankParts({ batch: { everySeconds: 60, maxPayments: 1 } });
    for (let n = 0; n < 8; n += 1) await submit(parts);
    await prepareFiles(parts.sending);
    const { publish } = parts.exchange.session;
    let refused = 0;
    let most = 1;
    parts.exchange.session.publish = async (from, to) => {
      refused += 1;
      if (refused <= most) throw new ExchangeUnavailable(`the outgoing folder already has ${to}`);
      return publish(from, to);
    };
    await expect(sendFiles(parts.sending)).rejects.toThrow('the outgoing folder already has');
    expect(parts.exchange.published).toHaveLength(7);
    for (let n = 0; n < 5; n += 1) await submit(parts);
    await prepareFiles(parts.sending);
    refused = 0;
    most = 100;
    await expect(sendFiles(parts.sending)).rejects.toThrow('the outgoing folder already has');
    expect([refused, parts.exchange.published.length]).toEqual([3, 7]);
  });

  it('requests the next TARGET day after the cut-off, and today for instant payments', async () => {
    const parts = bankParts();
    parts.clock.advance(6 * 3600);
    await submit(parts);
    await submit(parts, { scheme: 'SEPA_INSTANT' });
    await run(parts);
    const dates = parts.exchange.published.map(({ content }) => [
      text(content).includes('INST'),
      /<Dt>([^<]*)</.exec(text(content))?.[1],
    ]);
    expect(new Map(dates as [boolean, string][])).toEqual(
      new Map([
        [false, '2026-11-24'],
        [true, '2026-11-23'],
      ]),
    );
  });

  it('names the payment by the uuid of its transaction, and by ids of at most 35 characters', async () => {
    const parts = bankParts();
    const { reference, uetr } = await submit(parts);
    await run(parts);
    const xml = text(parts.exchange.published[0]!.content);
    expect(allOf(xml, 'EndToEndId')).toEqual([reference.slice('Transaction:'.length).replaceAll('-', '')]);
    expect(allOf(xml, 'UETR')).toEqual([uetr]);
    for (const id of ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId'].flatMap((name) => allOf(xml, name))) {
      expect(id).toMatch(/^[A-Za-z0-9]{1,35}$/);
    }
    expect(parts.exchange.published[0]!.name).toBe(`${allOf(xml, 'MsgId')[0]}.xml`);
  });

  it('keeps the limits per payment count, file and day; a payment above a limit waits and is shown', async () => {
    const parts = bankParts({ batch: { everySeconds: 60, maxPayments: 2 }, maxPerFile: 1_000, maxPerDay: 2_500 });
    for (const amount of [1_001n, 600n, 600n, 400n, 100n, 800n, 700n]) await submit(parts, { amount });
    await run(parts);
    const sums = () => parts.exchange.published.map(({ content }) => allOf(text(content), 'CtrlSum')[0]).sort();
    expect(sums()).toEqual(['10.00', '7.00', '8.00']);
    const problems = await parts.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 10 }));
    expect(problems.map(({ value }) => value)).toEqual([expect.stringMatching(/of 10\.01 EUR is above maxPerFile/)]);
    parts.clock.advance(24 * 3600);
    await run(parts);
    expect(sums()).toEqual(['10.00', '7.00', '7.00', '8.00']);
  });

  it('takes no payment of an account that is not configured any more, and holds up no other', async () => {
    const parts = bankParts();
    await submit(parts, { iban: OTHER_IBAN, rail: `acme-bank.${OTHER_IBAN}` });
    const good = await submit(parts);
    await run(parts);
    expect(sentIds(parts)).toEqual([good.endToEndId]);
    const problems = await parts.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 10 }));
    expect(problems.map(({ value }) => value)).toEqual([expect.stringMatching(/leaves DE75.*not configured any more/)]);
  });

  it('takes no payment that cannot be written, and holds up no other', async () => {
    const parts = bankParts();
    await submit(parts, { creditor: { name: '…', iban: PAYEE, bic: null, address: null } });
    const good = await submit(parts);
    await run(parts);
    expect(sentIds(parts)).toEqual([good.endToEndId]);
    const problems = await parts.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 10 }));
    expect(problems.map(({ value }) => value)).toEqual([expect.stringMatching(/cannot be written .*creditor\.name/)]);
  });

  it('lets payments wait, and be cancelled, as long as the other side does not answer', async () => {
    const parts = bankParts();
    const first = await submit(parts);
    await run(parts);
    parts.exchange.isDown = true;
    const second = newPayment();
    await parts.payments.submit(second);
    await prepareFiles(parts.sending);
    await expect(sendFiles(parts.sending)).rejects.toThrow('down');
    parts.exchange.isDown = false;
    await run(parts);
    expect(sentIds(parts)).toEqual([first.endToEndId, (await parts.payments.get(second.reference))!.endToEndId]);
  });

  it('is not sent if its content differs from the digest', async () => {
    const parts = bankParts();
    await submit(parts);
    await prepareFiles(parts.sending);
    const [file] = await files(parts, 'PREPARED');
    const changed = { ...parts.sending, entry: parts.entry };
    await parts.whole.run(async (records) => {
      const record = (await records.get(FILES, file!.messageId))!;
      records.change(record, { value: { ...(record.value as object), initiatingParty: 'Someone Else' } });
      return { ok: true, value: undefined };
    });
    await sendFiles(changed);
    expect(parts.exchange.published).toEqual([]);
    const problems = await parts.whole.read((records) => records.list('problems', { status: 'OPEN', limit: 10 }));
    expect(problems[0]?.value).toMatch(/differs from its digest/);
  });
});

describe('a crash while files are prepared and sent', () => {
  /** How many calls of store and exchange a run without a crash makes. */
  async function callsOfRun(): Promise<number> {
    const parts = bankParts();
    for (let i = 0; i < 3; i += 1) await submit(parts);
    parts.fault.calls = 0;
    await run(parts);
    return parts.fault.calls;
  }

  it.each(['before', 'after'] as const)(
    '%s any call leaves every payment in one file that was sent once',
    async (when) => {
      const calls = await callsOfRun();
      expect(calls).toBeGreaterThan(8);
      for (let at = 0; at < calls; at += 1) {
        const parts = bankParts();
        const payments = [await submit(parts), await submit(parts), await submit(parts)];
        Object.assign(parts.fault, { calls: 0, at, when });
        await expect(run(parts)).rejects.toThrow(Crash);
        parts.fault.at = null;
        await run(parts);
        await run(parts);
        expect([at, [...sentIds(parts)].sort()]).toEqual([at, payments.map(({ endToEndId }) => endToEndId).sort()]);
        const names = parts.exchange.published.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        expect([at, (await files(parts, 'SENT')).length]).toEqual([at, names.length]);
        expect([...parts.exchange.temporary.keys()]).toEqual([]);
      }
    },
  );

  it('twice at any two calls leaves every payment in one file that was sent once', async () => {
    const calls = await callsOfRun();
    for (let first = 0; first < calls; first += 1) {
      for (let second = 0; second < 12; second += 3) {
        const parts = bankParts();
        const payments = [await submit(parts), await submit(parts)];
        for (const at of [first, second]) {
          Object.assign(parts.fault, { calls: 0, at, when: at % 2 === 0 ? 'before' : 'after' });
          await run(parts).catch((cause: unknown) => expect(cause).toBeInstanceOf(Crash));
        }
        parts.fault.at = null;
        await run(parts);
        expect([...sentIds(parts)].sort()).toEqual(payments.map(({ endToEndId }) => endToEndId).sort());
      }
    }
  });
});

describe('two hosts, of which one lost its lease', () => {
  it('send every payment once, whichever call the other host comes between', async () => {
    for (let at = 0; at < 24; at += 1) {
      const parts = bankParts();
      const payments = [await submit(parts), await submit(parts)];
      let count = 0;
      let other: Promise<void> | null = null;
      const pass = parts.fault.pass;
      parts.fault.pass = async (work) => {
        count += 1;
        // The other host does the whole work between two calls of the first one.
        if (count === at && other === null) {
          other = run(parts);
          await other;
        }
        return pass(work);
      };
      // A host whose temporary file the other one removed gives up, and tries again.
      await run(parts).catch((cause: unknown) => expect(cause).toBeInstanceOf(ExchangeUnavailable));
      await run(parts);
      expect([at, [...sentIds(parts)].sort()]).toEqual([at, payments.map(({ endToEndId }) => endToEndId).sort()]);
      for (const { content } of parts.exchange.published) expect(text(content)).toMatch(/<\/Document>\s*$/);
    }
  });

  it('running at the same time send every payment once', async () => {
    const parts = bankParts();
    const payments = await Promise.all(Array.from({ length: 20 }, () => submit(parts)));
    await Promise.allSettled([run(parts), run(parts), run(parts)]);
    await run(parts);
    expect([...sentIds(parts)].sort()).toEqual(payments.map(({ endToEndId }) => endToEndId).sort());
  });
});

it('the digest of a file is that of the bytes that the bank takes', async () => {
  const parts = bankParts();
  await submit(parts);
  await run(parts);
  const [file] = await files(parts, 'SENT');
  expect(parts.sending.digest.sha256(parts.exchange.published[0]!.content)).toBe(file!.digest);
  expect(fileOf((await parts.whole.read((records) => records.get(FILES, file!.messageId)))!)).toEqual(file);
});

it('a payment that the bank executed after a backup is not sent after the restore', async () => {
  const payment = newPayment();
  const lost = bankParts();
  await lost.payments.submit(payment);
  await run(lost);
  const [endToEndId] = sentIds(lost);

  const restored = bankParts();
  await restored.payments.submit(payment);
  await restored.payments.submit(newPayment());
  restored.exchange.isDown = true;
  await expect(run(restored)).rejects.toThrow(ExchangeUnavailable);
  const { payments, tell } = restored;
  const found = await payments.find({ endToEndId: endToEndId!, instructionId: null, uetr: null });
  await payments.booked(found!.reference, { entryId: 'E1', date: null }, tell);
  restored.exchange.isDown = false;
  await run(restored);
  expect(sentIds(restored)).toEqual([]);
  expect(await files(restored, 'PREPARED')).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { bankParts, ENTRY, newPayment } from '../testing/bank-connection.js';
import { filesWith } from './file-records.js';
import { prepareFiles } from './prepare-files.js';
import { sendFiles } from './send-files.js';

/** A bank to which single payments go only after ten minutes. */
function bank(over: Readonly<Record<string, unknown>> = {}) {
  const batch = { everySeconds: 60, maxPayments: 3, minPayments: 2, waitSeconds: 600 };
  const parts = bankParts({ batch, ...over });
  return {
    ...parts,
    pay: (scheme: 'SEPA' | 'SEPA_INSTANT' = 'SEPA') => parts.payments.submit(newPayment({ scheme })),
    /** The numbers of payments of the files. */
    filed: async () => {
      await prepareFiles(parts.sending);
      return (await parts.whole.read((records) => filesWith(records, 'PREPARED', 9))).map(({ payments }) => payments);
    },
  };
}

describe('a file with few payments', () => {
  it('is prepared when another payment comes', async () => {
    const { pay, filed, clock } = bank();
    await pay();
    expect(await filed()).toEqual([]);
    clock.advance(60);
    await pay();
    expect(await filed()).toEqual([2]);
  });

  it('is prepared at the end of the wait of its oldest payment, however few there are', async () => {
    const { pay, filed, clock } = bank();
    await pay();
    clock.advance(599);
    expect(await filed()).toEqual([]);
    clock.advance(1);
    expect(await filed()).toEqual([1]);
  });

  it('is what a full file leaves over', async () => {
    const { pay, filed } = bank();
    for (let i = 0; i < 4; i += 1) await pay();
    expect(await filed()).toEqual([3]);
  });

  it('holds up no file of the other scheme', async () => {
    const { pay, filed, clock } = bank();
    await pay('SEPA_INSTANT');
    await pay();
    expect(await filed()).toEqual([]);
    await pay();
    expect(await filed()).toEqual([2]);
    clock.advance(600);
    expect(await filed()).toEqual([2, 1]);
  });

  it('does not wait beyond the cut-off', async () => {
    // It is 10:00 in Berlin.
    const { pay, filed, clock } = bank({ cutOff: '10:05' });
    await pay();
    expect(await filed()).toEqual([]);
    clock.advance(4 * 60);
    expect(await filed()).toEqual([1]);
  });

  it('never waits by default', async () => {
    const { pay, filed } = bank({ batch: {} });
    await pay();
    expect(await filed()).toEqual([1]);
  });
});

it('a file leaves the UETR out if the entry says so', async () => {
  const parts = bankParts({ uetr: false });
  await parts.payments.submit(newPayment());
  await prepareFiles(parts.sending);
  await sendFiles(parts.sending);
  const [file] = parts.exchange.published;
  const xml = new TextDecoder().decode(file!.content);
  expect(xml).toContain('<EndToEndId>');
  expect(xml).not.toContain('<UETR>');
});

it('a file says who sends it, for whom, from where and how it is booked, also when it is composed again', async () => {
  const address = { line1: 'Kaiserplatz 1', city: 'Frankfurt', postalCode: '60311', country: 'DE' };
  const parts = bankParts({
    accounts: [{ ...ENTRY.accounts[0]!, address }],
    initiatingParty: { name: 'Acme Holding', id: 'K-4711' },
    ultimateDebtor: { name: 'Klein & Söhne' },
    batchBooking: false,
  });
  await parts.payments.submit(newPayment());
  await prepareFiles(parts.sending);
  await sendFiles(parts.sending);
  const [file] = parts.exchange.published;
  const xml = new TextDecoder().decode(file!.content);
  for (const part of [
    '<InitgPty><Nm>Acme Holding</Nm><Id><OrgId><Othr><Id>K-4711</Id></Othr></OrgId></Id></InitgPty>',
    '<PstlAdr><StrtNm>Kaiserplatz 1</StrtNm><PstCd>60311</PstCd><TwnNm>Frankfurt</TwnNm><Ctry>DE</Ctry></PstlAdr>',
    '<UltmtDbtr><Nm>Klein + Sohne</Nm></UltmtDbtr>',
    '<BtchBookg>false</BtchBookg>',
  ])
    expect(xml).toContain(part);
});

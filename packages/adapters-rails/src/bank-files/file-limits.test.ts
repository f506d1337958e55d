import { describe, expect, it } from 'vitest';
import { bankParts, newPayment, OTHER_IBAN } from '../testing/bank-connection.js';
import { filesWith } from './file-records.js';
import { operatorActions } from './operator-actions.js';
import { prepareFiles } from './prepare-files.js';
import { openProblems } from './problems.js';

function bank(over: Readonly<Record<string, unknown>> = {}) {
  const parts = bankParts(over);
  const submit = async (...amounts: readonly bigint[]) => {
    for (const amount of amounts) {
      await parts.payments.submit(newPayment({ amount }));
      parts.clock.advance(0.001);
    }
  };
  return {
    ...parts,
    submit,
    prepare: () => prepareFiles(parts.sending),
    totals: async () =>
      (await parts.whole.read((records) => filesWith(records, 'PREPARED', 200))).map(({ total }) => total),
    problems: () => parts.whole.read((records) => openProblems(records, 9)),
  };
}

describe('the limits of files', () => {
  it('let a payment of exactly the limit through, and no cent more', async () => {
    for (const limit of ['maxPerFile', 'maxPerDay']) {
      const parts = bank({ [limit]: 1_000 });
      await parts.submit(1_001n, 1_000n);
      await parts.prepare();
      expect(await parts.totals()).toEqual([1_000n]);
      expect(await parts.problems()).toEqual([
        expect.stringMatching(/^the waiting payment Transaction:\S+ of 10\.01 EUR is above maxPerFile or maxPerDay$/),
      ]);
    }
  });

  it('leave the rest of the day to the payments that fit into it', async () => {
    const parts = bank({ maxPerDay: 1_000 });
    await parts.submit(700n);
    await parts.prepare();
    await parts.submit(400n, 300n);
    await parts.prepare();
    expect((await parts.totals()).sort()).toEqual([300n, 700n]);
    parts.clock.advance(24 * 3600);
    await parts.prepare();
    expect((await parts.totals()).sort()).toEqual([300n, 400n, 700n]);
  });

  it('count what another host puts into a file at the same moment', async () => {
    const parts = bank({ maxPerDay: 1_000, batch: { everySeconds: 60, maxPayments: 1 } });
    await parts.submit(600n);
    let calls = 0;
    await prepareFiles({
      ...parts.sending,
      messages: async () => {
        calls += 1;
        // The payments are chosen, and not yet in a file.
        if (calls === 2) {
          await parts.whole.run(async (records) => {
            records.add({ collection: 'days', key: '2026-11-23', value: { total: 600n } });
            return { ok: true, value: undefined };
          });
        }
        return parts.messages();
      },
    });
    expect([calls, await parts.totals()]).toEqual([3, []]);
  });

  it('of a discarded file are given back to its day', async () => {
    const parts = bank({ maxPerDay: 1_000 });
    await parts.submit(700n);
    await parts.prepare();
    const [file] = await parts.whole.read((records) => filesWith(records, 'PREPARED', 1));
    await operatorActions({ store: parts.store, exchange: parts.exchange, isManual: false }).discard(file!.messageId);
    await parts.submit(300n);
    await parts.prepare();
    expect(await parts.totals()).toEqual([1_000n]);
  });
});

describe('payments that no file can take', () => {
  it('hold up none behind them, and are one problem with their number', async () => {
    const parts = bank({ maxPerFile: 1_000 });
    for (let n = 0; n < 100; n++) await parts.submit(2_000n);
    await parts.submit(1n);
    await parts.prepare();
    expect(await parts.totals()).toEqual([1n]);
    expect(await parts.problems()).toEqual([
      expect.stringMatching(/ is above maxPerFile or maxPerDay, and 99 more payments wait for such reasons$/),
    ]);
  });

  it('are a problem with its present text, until they are gone', async () => {
    const parts = bank();
    const first = newPayment({ iban: OTHER_IBAN, rail: `acme-bank.${OTHER_IBAN}` });
    const { reference } = await parts.payments.submit(first);
    const text = `the waiting payment ${reference} of 123.45 EUR leaves ${OTHER_IBAN}, which is not configured any more`;
    await parts.prepare();
    expect(await parts.problems()).toEqual([text]);
    parts.clock.advance(1);
    const second = newPayment({ iban: OTHER_IBAN, rail: `acme-bank.${OTHER_IBAN}` });
    await parts.payments.submit(second);
    await parts.prepare();
    expect(await parts.problems()).toEqual([`${text}, and 1 more payments wait for such reasons`]);
    for (const payment of [first, second]) await parts.payments.cancel(payment);
    await parts.prepare();
    expect(await parts.problems()).toEqual([]);
  });
});

describe('one run', () => {
  it('looks once if nothing waits', async () => {
    const parts = bank();
    let looks = 0;
    await prepareFiles({
      ...parts.sending,
      messages: () => {
        looks += 1;
        return parts.messages();
      },
    });
    expect([looks, await parts.totals()]).toEqual([1, []]);
  });

  it('writes the file for an account that has payments, and none for another', async () => {
    const accounts = [
      { iban: OTHER_IBAN, name: 'Acme Second', currency: 'EUR' },
      { iban: newPayment().iban, name: 'Acme', currency: 'EUR' },
    ];
    const parts = bank({ accounts });
    await parts.submit(5n, 7n);
    await parts.prepare();
    const [file] = await parts.whole.read((records) => filesWith(records, 'PREPARED', 9));
    expect(file).toMatchObject({ payments: 2, total: 12n, day: '2026-11-23', initiatingParty: 'Acme Second' });
    expect(file!.batches).toHaveLength(1);
    expect(await parts.payments.findBatches({ messageId: file!.messageId, paymentInformationId: null })).toEqual([
      expect.objectContaining({ iban: newPayment().iban, total: 12n, scheme: 'SEPA', executionDate: '2026-11-23' }),
    ]);
  });
});

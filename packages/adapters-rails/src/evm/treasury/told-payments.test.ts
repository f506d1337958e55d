import type { CurrencyCode } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { payer, treasuryParts, USDC } from '../../testing/treasury-parts.js';
import { REFUNDS } from '../deposits/refunds.js';
import { addPayout, changePayout, PAYOUT_TELLINGS, PAYOUTS } from '../payouts/payout-records.js';
import { isPaymentTold } from './told-payments.js';

const REFERENCE = 'Transaction:1';
const HASH = '0x12';

describe('a payout', () => {
  async function start() {
    const play = treasuryParts();
    const about = { reference: REFERENCE, currency: 'USDC' as CurrencyCode, token: USDC, amount: 5n };
    await play.run((records) => {
      addPayout(records, { ...about, to: payer(1), payee: null }, 'WAITING', null);
    });
    const change = (event: Parameters<typeof changePayout>[2], over: Parameters<typeof changePayout>[3] = {}) =>
      play.run(async (records) => {
        changePayout(records, (await records.get(PAYOUTS, REFERENCE))!, event, over);
      });
    const isTold = (attempt = 1, reference = REFERENCE) =>
      play.read((records) => isPaymentTold(records, `payout/${reference}/${attempt}`));
    return { ...play, change, isTold };
  }

  it('is known to core when it is delivered and its message is taken', async () => {
    const { run, change, isTold } = await start();
    expect(await isTold()).toBe(false);
    await change('send');
    expect(await isTold()).toBe(false);
    const key = `${REFERENCE}/delivered/${HASH}`;
    await run((records) => records.add({ collection: PAYOUT_TELLINGS, key, status: 'OPEN', value: null }));
    await change('deliver', { transactionHash: HASH });
    expect(await isTold()).toBe(false);
    await run(async (records) => records.remove((await records.get(PAYOUT_TELLINGS, key))!));
    expect(await isTold()).toBe(true);
    expect(await isTold(2)).toBe(true);
    expect(await isTold(1, 'Transaction:2')).toBe(false);
  });

  it('is not known as paid if it has failed', async () => {
    const { change, isTold } = await start();
    await change('send');
    await change('revert', { transactionHash: HASH });
    expect(await isTold()).toBe(false);
  });
});

describe('a refund', () => {
  it('is known to core when its completion is reported and no message waits', async () => {
    for (const [reported, untold, expected] of [
      ['completed', [], true],
      ['completed', [{}], false],
      ['failed', [], false],
      [null, [], false],
    ] as const) {
      const { run, read } = treasuryParts();
      await run((records) =>
        records.add({ collection: REFUNDS, key: REFERENCE, value: { reported, untold: [...untold] } }),
      );
      expect(await read((records) => isPaymentTold(records, `refund/${REFERENCE}`))).toBe(expected);
      expect(await read((records) => isPaymentTold(records, 'refund/Transaction:2'))).toBe(false);
    }
  });
});

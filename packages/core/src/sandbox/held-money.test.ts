import { expect, it } from 'vitest';
import { playBlocks } from '../testing/play-blocks.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';

const FUNDS = 700n;

it.each([
  ['customers', true],
  ['platforms', true],
  ['customers', false],
  ['platforms', false],
] as const)(
  'simulated money under a block of %s is held, and its outcome says so unless the block is silent (told: %s)',
  async (kind, isTold) => {
    const payer = await playPayer();
    const { play, usd } = payer;
    const { core } = play;
    const money = { reference: usd.reference, currencyCode: 'USD', amount: FUNDS };
    const before = (await payer.internal('USD')).available;
    const blocks = await playBlocks(play);
    await blocks.block(kind, kind === 'customers' ? payer.customerId : play.tenant, isTold);
    const sent = valueOf(await play.run(core.sandbox.deposit, money));
    expect(sent).toMatchObject({ outcome: isTold ? 'HELD' : 'RETURNED', transaction: null });
    // The account cannot take another currency, and the block holds the return.
    const other = valueOf(await play.run(core.sandbox.deposit, { ...money, currencyCode: 'EUR' }));
    expect(other.outcome).toBe(isTold ? 'HELD' : 'RETURNED');
    const funded = valueOf(await play.run(core.sandbox.fund, { accountId: usd.id, amount: FUNDS }));
    expect(funded).toMatchObject({ outcome: 'HELD', available: before });
    expect(funded.depositId).toMatch(/^Deposit:/);
  },
);

it('simulated money that is credited or goes back says so', async () => {
  const { play, usd } = await playPayer();
  const { sandbox } = play.core;
  const funded = valueOf(await play.run(sandbox.fund, { accountId: usd.id, amount: FUNDS }));
  expect(funded).toMatchObject({ outcome: 'ACCOUNT_CREDITED', depositId: null });
  const lost = { reference: 'none', currencyCode: 'USD', amount: FUNDS };
  expect(valueOf(await play.run(sandbox.deposit, lost)).outcome).toBe('RETURNED');
});

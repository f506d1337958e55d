import { expect, it } from 'vitest';
import { addOperator } from '../../testing/operators.js';
import { playBlocks } from '../../testing/play-blocks.js';
import { valueOf } from '../../testing/play-core.js';
import { playPayer } from '../../testing/play-payer.js';

const KEPT = ': a block keeps it on the account until the block ends';

it('the credit of money under a block says that the money stays on the account', async () => {
  const { play, usd, customerId } = await playPayer();
  const { core, tenant, storage } = play;
  const olga = await addOperator(storage.units, 'Olga', 'OPERATOR');
  const blocks = await playBlocks(play);
  await blocks.block('customers', customerId);
  valueOf(await play.run(core.sandbox.fund, { accountId: usd.id, amount: 700n }));
  const [held] = valueOf(await core.exceptions.list({ status: 'OPEN' })).data;
  const input = { exceptionId: held!.id, resolution: 'CREDITED', note: 'decided' } as never;
  const sentence = async () =>
    valueOf(await core.operators.actions.preview(olga, { tenant, action: 'exceptions.resolve', input })).wording
      .sentence;
  expect(await sentence()).toMatch(new RegExp(`^Credit 7\\.00 USD to .*${KEPT}$`));
  await blocks.unblock('customers', customerId);
  expect(await sentence()).not.toContain(KEPT);
});

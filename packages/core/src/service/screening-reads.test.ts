import { expect, it } from 'vitest';
import { addOperator } from '../testing/operators.js';
import { playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { playScreening } from '../testing/play-screening.js';

it('finds the screening of a cancelled payment whose match is open, until operators have decided', async () => {
  const lists = playScreening({ list: [{ entry: 'E1', version: '1', matches: 'Mallory' }] });
  const bank = await playBank({ screening: [lists.connection] });
  const { play } = bank.payer;
  const quote = await bank.payer.quoted(bank.payer.funded((await bank.payer.external()).id));
  const remitter = { name: 'Mallory', account: 'DE001' };
  valueOf(await bank.arrives(quote.reference!, SENT, { remitter }));
  await play.pass(60);
  const undecided = async () =>
    valueOf(await play.core.operators.screening.list({ status: 'DROPPED', hasOpenMatch: true })).data.map(
      ({ subject }) => subject,
    );
  expect(await undecided()).toEqual([]);
  valueOf(await play.core.transactions.cancel(play.context(), { id: quote.transactionId }));
  expect(await undecided()).toEqual([quote.transactionId]);
  expect(valueOf(await play.core.operators.screening.list({ status: 'HELD' })).data).toEqual([]);
  const within = () => false;
  expect(
    valueOf(await play.core.operators.screening.list({ status: 'DROPPED', hasOpenMatch: true, within })).data,
  ).toEqual([]);
  const [found] = valueOf(await play.core.operators.screening.list({ status: 'DROPPED', hasOpenMatch: true })).data;
  const ann = await addOperator(play.storage.units, 'Ann', 'OPERATOR');
  const action = { tenant: play.tenant, action: 'screening.clear', input: { id: found!.id, reason: 'another person' } };
  valueOf(await play.core.operators.actions.request(ann, action as never));
  expect(await undecided()).toEqual([]);
});

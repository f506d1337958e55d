import { expect, it } from 'vitest';
import { readUpkeep } from '../figures/upkeep.js';
import { valueOf } from '../testing/play-core.js';
import { playTravelRule } from '../testing/travel-rule.js';

it('operators read which payments wait for an institution, and since when', async () => {
  const rule = await playTravelRule();
  const { play } = rule;
  const { list } = play.core.operators.travelRule;
  const waiting = async (filter: Partial<Parameters<typeof list>[0]> = {}) =>
    valueOf(await list({ status: 'ASKED', limit: 10, ...filter })).data.map(({ subject }) => subject);
  const figures = async () => {
    const found = await readUpkeep(play.storage.units, play.clock.now(), { events: null, answers: null } as never);
    return found.transfers.find(({ environment }) => environment === 'SANDBOX');
  };
  expect([await waiting(), await figures()]).toEqual([[], { environment: 'SANDBOX', count: 0, oldestAt: null }]);
  const since = play.clock.now();
  const payment = valueOf(await rule.send(await rule.hosted(), 100_000_000n));
  await play.pass(0);
  await play.pass(600);
  expect(await waiting()).toEqual([payment.id]);
  expect([await waiting({ within: () => false }), await waiting({ tenant: play.tenant })]).toEqual([[], [payment.id]]);
  expect(await figures()).toEqual({ environment: 'SANDBOX', count: 1, oldestAt: since });
  rule.partner.answer = { state: 'accepted' };
  await play.pass(600);
  expect([await waiting(), await figures()]).toEqual([[], { environment: 'SANDBOX', count: 0, oldestAt: null }]);
});

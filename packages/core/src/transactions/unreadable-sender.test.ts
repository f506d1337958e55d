import { expect, it } from 'vitest';
import { ok, type Reads, update } from '../kernel/index.js';
import { SCREENING_ROUNDS } from '../screening/index.js';
import { playBank } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { playScreening } from '../testing/play-screening.js';
import { ARRIVALS } from './index.js';

it('a round of the screening passes over a sender that cannot be opened, and the audit names it', async () => {
  const lists = playScreening();
  lists.change([{ entry: 'E1', version: '1', matches: 'Grace Hopper' }]);
  const bank = await playBank({ screening: [lists.connection] });
  const { payer } = bank;
  valueOf(await payer.play.core.rails.start());
  await payer.play.pass(60);
  valueOf(await bank.arrives(payer.usd.reference));
  await payer.play.pass(0);
  const { units } = payer.play.storage;
  const latest = <T>(work: (reads: Reads) => Promise<T>): Promise<T> => units.read(payer.play.tenant, work);
  const arrival = await latest(async (reads) => (await reads.list(ARRIVALS, { order: 'desc', limit: 1 })).rows[0]!);
  await units.run(payer.play.tenant, async (tx) =>
    ok(
      update(tx, payer.play.context(), ARRIVALS, (await tx.get(ARRIVALS, arrival.id))!, { sealedRemitter: 'altered' }),
    ),
  );
  lists.change([{ entry: 'E2', version: '1', matches: 'Grace Hopper' }]);
  for (let times = 0; times < 12; times++) await payer.play.pass(400);
  const round = await latest(
    async (reads) => (await reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1 })).rows[0]!,
  );
  expect([round.listVersion, round.status]).toEqual(['v3', 'DONE']);
  expect((await payer.play.core.ledger.audit()).findings).toContainEqual(
    expect.stringContaining(`${arrival.id} has a sealedRemitter that cannot be opened`),
  );
});

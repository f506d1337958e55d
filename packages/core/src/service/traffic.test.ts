import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import type { Traffic, UnitOfWork } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';

it('units of work say for whom they run: requests, jobs or deliveries', async () => {
  const storage = createMemoryStorage();
  let seen = new Set<Traffic>();
  const units: UnitOfWork = {
    ...storage.units,
    run: (tenant, work, traffic = 'requests') => {
      seen.add(traffic);
      return storage.units.run(tenant, work, traffic);
    },
  };
  const payer = await playPayer({ storage: { ...storage, units } });
  const { core, clock } = payer.play;
  const during = async (work: () => Promise<unknown>): Promise<readonly Traffic[]> => {
    seen = new Set();
    await work();
    return [...seen];
  };
  const requests = await during(async () => {
    for (const suffix of ['890', '002', '005']) {
      const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external(suffix)).id));
      valueOf(await payer.execute(quote.id));
    }
  });
  expect(requests).toEqual(['requests']);
  for (const seconds of [0, 5, 60, 3_600]) {
    clock.advance(seconds);
    expect(await during(() => core.work.runJobs())).toEqual(['jobs']);
    if (seconds < 3_600) expect(await during(() => core.work.deliverEvents())).toEqual(['deliveries']);
  }
  expect(await during(() => core.work.forgetAnswers())).toEqual(['jobs']);
});

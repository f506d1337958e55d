import { expect, it } from 'vitest';
import { ERASED_TEXT, ok } from '../kernel/index.js';
import { playCompanies } from '../testing/play-companies.js';
import { valueOf } from '../testing/play-core.js';
import { BENEFICIAL_OWNERS } from '../verification/index.js';
import { resealAll } from './reseal.js';

it('a sealed number that was erased stays as it is under a new master key', async () => {
  const of = await playCompanies();
  const { units } = of.play.storage;
  const owner = await of.owner(await of.documented());
  const replaced = { ...owner, sealedIdentifier: ERASED_TEXT, version: owner.version + 1 };
  valueOf(await units.run(of.play.tenant, async (tx) => ok(tx.change(BENEFICIAL_OWNERS, owner, replaced))));
  await resealAll(units, (text) => `resealed ${text}`);
  expect(await of.record(BENEFICIAL_OWNERS, owner.id)).toMatchObject({ sealedIdentifier: ERASED_TEXT });
  // Only the erasing of the whole record makes such a text valid.
  expect((await of.play.core.ledger.audit()).findings).toContainEqual(
    `${owner.id} has a sealedIdentifier that cannot be opened: it was replaced as if it had been erased, but its record was not`,
  );
});

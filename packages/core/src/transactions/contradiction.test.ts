import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type CurrencyCode, createIds, ok, readAll } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { type Contradiction, contradicted, heardBefore } from './contradiction.js';

const USD = 'USD' as CurrencyCode;
const SUBJECT = 'Transaction:018bcfe5-6800-7000-8000-0000000000aa';

it.each([
  ['of this release', (amount: bigint) => amountText(amount, USD)],
  ['of the former release', (amount: bigint) => `${amount} USD`],
])('a report that was added in the words %s is not added again', async (_name, textOf) => {
  const play = await playCore();
  const unit = { ctx: play.context(), ids: createIds(play.clock, seededRandom('contradictions')) };
  const report = (amount: bigint, text: (amount: bigint) => string): Contradiction => ({
    ...{
      rail: 'bank',
      subject: SUBJECT,
      reference: 'return 1',
      currency: USD,
      amount,
      leg: 'DELIVERY',
      direction: 'IN',
    },
    reason: `bank returned ${text(amount)} of ${SUBJECT} (reference of the return: 1), but ${text(9_000n)} were sent`,
  });
  const run = (work: typeof heardBefore, of: Contradiction) =>
    play.storage.units.run(play.tenant, async (tx) => ok(await work({ ...unit, tx }, of))).then(valueOf);
  const reason = async () =>
    (await play.storage.units.read(play.tenant, (reads) => readAll(reads, EXCEPTIONS)))[0]!.reason;
  await run(contradicted, report(1_000n, textOf));
  await run(heardBefore, report(5_000n, textOf));
  const added = await reason();
  expect(added).toContain('; later bank returned');
  const now = (amount: bigint) => amountText(amount, USD);
  await run(heardBefore, report(5_000n, now));
  await run(heardBefore, report(1_000n, now));
  expect(await reason()).toBe(added);
  await run(heardBefore, report(9_000n, now));
  expect(await reason()).toBe(`${added}; later ${report(9_000n, now).reason}`);
});

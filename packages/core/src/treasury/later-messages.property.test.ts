import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExceptionRecord, EXCEPTIONS, movementsOf, RESOLUTIONS } from '../exceptions/index.js';
import { splitTenant } from '../kernel/index.js';
import { chart, entriesCausedBy } from '../ledger/index.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed } from '../testing/ports.js';
import { type Step, steps, telling, worldOf } from '../testing/told-payments.js';
import { correctionsOf, fundingLeft, stakeOf, TRANSACTIONS } from '../transactions/index.js';
import { saidPayment } from '../testing/said-payment.js';

const open = ({ play }: PlayPayer): Promise<readonly ExceptionRecord[]> =>
  play.storage.units.read(
    play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { where: { status: 'OPEN' }, order: 'asc', limit: 200 })).rows,
  );

/** Resolves an open exception by the first resolution that is accepted, beginning at a drawn one. */
async function resolveOne(payer: PlayPayer, { id, of }: Step): Promise<void> {
  const waiting = await open(payer);
  const exception = waiting[id % Math.max(1, waiting.length)];
  if (exception === undefined) return;
  const { play, usd } = payer;
  for (let tried = 0; tried < RESOLUTIONS.length * 2; tried++) {
    const resolution = RESOLUTIONS[(of + (tried >> 1)) % RESOLUTIONS.length]!;
    const account = tried % 2 === 0 ? undefined : usd.id;
    const by = operatorNamed('Ann');
    const input = { exceptionId: exception.id, resolution, account, by, ...saidPayment(resolution) };
    if ((await play.run(play.core.treasury.resolve, input)).ok) return;
  }
  throw new Error(`no resolution of ${exception.id} (${exception.kind}, ${exception.reference}) is accepted`);
}

/** What the entries of a payment and of its exceptions say, independently of the audit. */
async function checkSums(payer: PlayPayer): Promise<void> {
  const { play } = payer;
  const { environment } = splitTenant(play.tenant);
  const loss = chart.loss(environment, payer.usd.currency).name;
  await play.storage.units.read(play.tenant, async (reads) => {
    const { rows } = await reads.list(TRANSACTIONS, { order: 'asc', limit: 200 });
    for (const payment of rows) {
      let lost = 0n;
      let kept = 0n;
      const movements = await movementsOf(reads, payment.id);
      for (const cause of [payment.id, ...movements.map(({ exception }) => exception.id)])
        for (const { postings } of await entriesCausedBy(reads, cause, 99))
          for (const { account, amount } of postings) if (account === loss) lost += amount;
      for (const { moved, open: left } of movements) {
        expect(left).toBeGreaterThanOrEqual(0n);
        const isKept = moved.from === 'in-transit' && moved.to === 'loss';
        if (isKept && !correctionsOf(payment).fundingReversed) kept += moved.amount;
      }
      expect(lost - kept).toBeLessThanOrEqual(0n);
      if (payment.fundingRail === null) continue;
      const left = await fundingLeft(reads, payment, stakeOf({ transaction: payment }).currency, ['COMPLETED']);
      expect(left ?? 0n).toBeGreaterThanOrEqual(0n);
    }
  });
}

it('no more goes back than came, and loss gains nothing, whatever a rail reports and operators decide', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const reported: unknown[] = [];
      const payer = await playPayer({ report: (what, details) => reported.push([what, details]) });
      const world = await worldOf(payer);
      for (const step of given) {
        if (step.kind === 'pass') await payer.play.pass(step.seconds);
        const message = await telling(payer, world, step);
        if (message !== null) await payer.play.core.railTells('SANDBOX', message);
        if (step.id % 2 === 0) await resolveOne(payer, step);
      }
      await checkSums(payer);
      await payer.auditClean();
      await payer.play.pass(60);
      for (let left = 0; left < 50 && (await open(payer)).length > 0; left++)
        await resolveOne(payer, { ...given[0]!, of: left });
      expect(await open(payer)).toEqual([]);
      await payer.play.pass(60);
      await checkSums(payer);
      await payer.auditClean();
      expect(reported).toEqual([]);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 60) },
  );
}, 120_000);

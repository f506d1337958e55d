import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { expect, it } from 'vitest';
import type { Id } from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { addOperator } from '../testing/operators.js';
import { BANK, playBank } from '../testing/play-bank.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { playScreening } from '../testing/play-screening.js';
import { digest } from '../testing/ports.js';
import { racingUnits } from '../testing/racing-units.js';
import { SCREENINGS } from './screening.js';

const OPTIONS = {
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32).fill(1),
  publicAuthority: 'localhost:8080',
  approvalAmounts: new Map([
    ['USD' as never, 5_000n],
    ['EUR' as never, 5_000n],
  ]),
};

/** A small payment is held by a match; while an operator clears it, a large one is held by it. `stale`: which read finds it. */
async function clearedBeside(stale: number) {
  const paid: string[] = [];
  const rails = sandboxRails(digest).map((rail) =>
    rail.name !== BANK
      ? rail
      : {
          ...rail,
          payouts: {
            ...rail.payouts!,
            submit: async ({ reference }: { readonly reference: string }) => (
              paid.push(reference),
              { state: 'pending', checkAfterSeconds: 60 } as const
            ),
          },
        },
  );
  const lists = playScreening();
  const bank = await playBank({ rails, screening: [lists.connection], options: OPTIONS } as never);
  const { payer } = bank;
  const { play } = payer;
  await play.pass(60);
  const operator = await addOperator(play.storage.units, 'Cid', 'OPERATOR');
  lists.change([{ entry: 'E', version: '1', matches: 'Grace Hopper' }]);
  const payee = (await payer.external()).id;
  const pay = async (amount: bigint) => {
    const side = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: amount } as never;
    const quote = await payer.quoted({ ...payer.fromAccount(payer.usd.id, payee), ...(side as object) });
    valueOf(await payer.execute(quote.id));
    await play.pass(0);
    return quote.transactionId;
  };
  const screeningOf = (subject: string) =>
    play.storage.units.read(play.tenant, async (reads) => {
      const { rows } = await reads.list(SCREENINGS, { where: { subject }, order: 'desc', limit: 1, counted: false });
      return rows[0]!;
    });
  const small = await pay(1_000n);
  const { id } = await screeningOf(small);
  let isArmed = false;
  let large: Id<'Transaction'> | null = null;
  let reads = 0;
  const race = async () => {
    isArmed = false;
    large = await pay(500_000n);
  };
  const units = racingUnits(play.storage.units, () => isArmed, race, { stale, onReads: (count) => (reads = count) });
  const at = await playCore(
    {
      storage: { ...play.storage, units },
      clock: play.clock,
      rails,
      screening: [lists.connection],
      options: OPTIONS,
    } as never,
    { existing: true },
  );
  isArmed = true;
  const input = { id, reason: 'another person' };
  const action = { tenant: play.tenant, action: 'screening.clear', input } as never;
  const result = valueOf(await at.core.operators.actions.request(operator, action));
  await play.pass(1);
  const { status } = large === null ? { status: 'none' } : await screeningOf(large);
  const { findings } = await play.core.ledger.audit();
  return { reads, kind: result.kind, paid: paid.length, large: status, findings };
}

it(
  'an operator alone releases nothing that the match holds since the sum was compared with the amount',
  { timeout: 60_000 },
  async () => {
    const { reads } = await clearedBeside(Infinity);
    expect(reads).toBeGreaterThan(10);
    for (let stale = 0; stale <= reads; stale++)
      expect([stale, await clearedBeside(stale)]).toEqual([
        stale,
        { reads: expect.any(Number) as number, kind: 'awaiting', paid: 0, large: 'HELD', findings: [] },
      ]);
  },
);

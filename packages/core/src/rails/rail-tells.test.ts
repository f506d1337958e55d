import { beforeEach, describe, expect, it } from 'vitest';
import type { RailTelling } from '../accounts/index.js';
import { type CurrencyCode, houseTenant } from '../kernel/index.js';
import { ARRIVALS } from '../transactions/index.js';
import { BOOKINGS } from '../treasury/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';

const RAIL = 'sandbox-bank';
const USD = 'USD' as CurrencyCode;
const ARRIVAL = {
  kind: 'arrival',
  rail: RAIL,
  paymentId: 'arrival-1',
  reference: 'a gift',
  currency: 'USD',
  amount: 700n,
  remitter: null,
  valueDate: null,
} as const satisfies RailTelling;

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});
const tell = (telling: RailTelling) => payer.play.core.railTells('SANDBOX', telling);
const arrivals = () =>
  payer.play.storage.units.read(payer.play.tenant, async (reads) =>
    (await reads.list(ARRIVALS, { order: 'asc', limit: 10 })).rows.filter(({ paymentId }) =>
      paymentId.startsWith('arrival'),
    ),
  );

describe('U+0000, which databases cannot store,', () => {
  it('does not keep money from arriving: texts of the payer and of the bank lose it', async () => {
    const told = await tell({
      ...ARRIVAL,
      reference: `a\u0000 gift\u0000`,
      remitter: { name: 'Ada\u0000', account: 'DE\u000089370400440532013000' },
      valueDate: '2026-01-05\u0000',
    });
    expect(valueOf(told)).toMatchObject({ effect: 'APPLIED', deposit: { reference: 'a gift' } });
    expect(await arrivals()).toMatchObject([{ reference: 'a gift', valueDate: '2026-01-05' }]);
    await payer.auditClean();
  });

  it('does not keep an account from being found by its reference', async () => {
    const { reference } = payer.usd;
    const credited = { deposit: null, transaction: { type: 'INCOMING', status: 'COMPLETED' } };
    const middle = `${reference.slice(0, 4)}\u0000${reference.slice(4)}`;
    expect(valueOf(await tell({ ...ARRIVAL, reference: middle }))).toMatchObject(credited);
    const other = { ...ARRIVAL, paymentId: 'arrival-2', reference: 'x', candidates: [`\u0000${reference}`] };
    expect(valueOf(await tell(other))).toMatchObject(credited);
  });

  it('is left out of the note of a booking', async () => {
    valueOf(
      await tell({
        kind: 'booking',
        rail: RAIL,
        messageId: 'entry-1',
        booking: 'CHARGE',
        currency: USD,
        amount: 1n,
        note: 'a\u0000 fee',
      }),
    );
    const { rows } = await payer.play.storage.units.read(houseTenant('SANDBOX'), (reads) =>
      reads.list(BOOKINGS, { order: 'asc', limit: 10 }),
    );
    expect(rows).toMatchObject([{ note: 'a fee' }]);
  });

  it.each<RailTelling>([
    { ...ARRIVAL, paymentId: 'arrival-1\u0000' },
    { kind: 'recall', rail: RAIL, messageId: 'm\u0000', paymentId: 'arrival-1', amount: 1n, reason: null },
    { kind: 'reversal', rail: RAIL, messageId: 'm', paymentId: 'arrival-1\u0000', amount: 700n, reason: null },
    {
      kind: 'payout',
      rail: RAIL,
      messageId: 'm',
      reference: 'Transaction:1',
      status: { state: 'returned', returnId: 'r\u0000', amount: 1n, reason: null },
    },
    { kind: 'refund', rail: RAIL, messageId: 'm', reference: 'Deposit:1\u0000', status: { state: 'completed' } },
  ])('is refused in an id, which could be that of another message without it: %#', async (telling) => {
    valueOf(await tell(ARRIVAL));
    expect(await tell(telling)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(await arrivals()).toHaveLength(1);
  });
});

describe('a member that may be absent', () => {
  const BOOKING = { kind: 'booking', rail: RAIL, booking: 'CHARGE', currency: USD, amount: 1n, note: null } as const;

  it.each([
    ['hold', { ...ARRIVAL, hold: null }],
    ['candidates', { ...ARRIVAL, candidates: null }],
    ['returnAfterSeconds', { ...ARRIVAL, returnAfterSeconds: null }],
    ['worth', { ...BOOKING, messageId: 'entry-1', worth: null }],
    ['to', { ...BOOKING, messageId: 'entry-2', to: null }],
  ])('may be null: %s', async (_, telling) => {
    expect(valueOf(await tell(telling as unknown as RailTelling)).effect).toBe('APPLIED');
    await payer.auditClean();
  });
});

import { expect, it } from 'vitest';
import { type ExceptionKind, EXCEPTION_KINDS, type ExceptionRecord, openException } from '../exceptions/index.js';
import { createIds, type CurrencyCode, houseTenant, ok, type TenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { payerOn, type PlayPayer, playPayer } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import { RULES } from './index.js';

const USD = 'USD' as CurrencyCode;
const random = seededRandom();

async function opened(
  { play }: PlayPayer,
  kind: ExceptionKind,
  subject: string,
  over: Partial<ExceptionRecord> = {},
  tenant: TenantKey = play.tenant,
): Promise<ExceptionRecord> {
  const ids = createIds(play.clock, random);
  const matter = { kind, subject, reference: 'OUT:1', rail: 'sandbox-bank', currency: USD, amount: 5n, reason: 'x' };
  const ctx = { ...play.context(), tenant };
  return valueOf(
    await play.storage.units.run(tenant, async (tx) =>
      ok(await openException({ tx, ctx, ids }, { ...matter, ...over })),
    ),
  );
}

const choicesOf = async ({ play }: PlayPayer, { id, tenant }: ExceptionRecord) =>
  valueOf(
    await play.storage.units.read(tenant, (reads) =>
      play.core.treasury.choices(reads, { ...play.context(), tenant }, { exceptionId: id }),
    ),
  );

it('names both sides of what each resolution of a stuck refund books, and the account that is missing', async () => {
  const payer = await playPayer();
  const { play } = payer;
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const [exception] = valueOf(await play.core.exceptions.list({})).data;
  const from = { side: 'in-transit', account: `in-transit:${quote.id}` };
  const entry = { does: 'entry', from, amount: 100_000n, needsAccount: false, asks: null, refused: null };
  expect(await choicesOf(payer, exception!)).toEqual([
    {
      resolution: 'RETRIED',
      does: 'again',
      from: null,
      to: null,
      amount: 100_000n,
      needsAccount: false,
      asks: null,
      refused: null,
    },
    { ...entry, resolution: 'CREDITED', to: { side: 'account', account: null }, needsAccount: true },
    { ...entry, resolution: 'PAID_ELSEWHERE', to: { side: 'own-funds', account: 'own-funds:SANDBOX:USD' } },
    { ...entry, resolution: 'WRITTEN_OFF', to: { side: 'loss', account: 'loss:SANDBOX:USD' } },
  ]);

  const input = { exceptionId: exception!.id, resolution: 'WRITTEN_OFF' } as const;
  expect(valueOf(await play.run(play.core.treasury.planResolution, input))).toMatchObject({
    moves: [{ currency: 'USD', amount: 100_000n }],
    books: [
      { account: `in-transit:${quote.id}`, currency: 'USD', amount: -100_000n },
      { account: 'loss:SANDBOX:USD', currency: 'USD', amount: 100_000n },
    ],
  });
  const again = valueOf(await play.run(play.core.treasury.planResolution, { ...input, resolution: 'RETRIED' }));
  expect(again).not.toHaveProperty('books');
  valueOf(await play.run(play.core.treasury.resolve, { ...input, by: operatorNamed('Ann') }));
  expect(await choicesOf(payer, exception!)).toEqual([]);
});

it('credits a stuck refund to the customer of the payment or to the platform, and to no other customer', async () => {
  const payer = await playPayer();
  const { play } = payer;
  const other = await payerOn(play);
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const [exception] = valueOf(await play.core.exceptions.list({})).data;
  const credit = (account: string) =>
    play.run(play.core.treasury.planResolution, { exceptionId: exception!.id, resolution: 'CREDITED', account });
  const refused = await credit(other.usd.id);
  expect(refused.ok ? null : [refused.error.code, refused.error.message]).toEqual([
    'INVALID_INPUT',
    `account: ${other.usd.id} belongs to ${other.customerId}, the payment to ${payer.customerId}; name an account of that customer or of the platform`,
  ]);
  expect((await credit(payer.usd.id)).ok).toBe(true);
  expect((await credit((await payer.internal('USD', 'platform')).account.id)).ok).toBe(true);
});

it('says why a resolution is not possible now', async () => {
  const payer = await playPayer();
  const platform = (await payer.internal('USD', 'platform')).account.id;
  const debt = { rail: null, reference: 'JournalEntry:018bcfe5-6800-7000-8000-0000000000aa' };
  const withoutRail = await opened(payer, 'RECALL', platform, { rail: null });
  expect((await choicesOf(payer, withoutRail)).map(({ resolution, refused }) => [resolution, refused?.code])).toEqual([
    ['PAID_ELSEWHERE', 'CONFLICT'],
    ['ADJUSTED', 'CONFLICT'],
    ['WRITTEN_OFF', 'CONFLICT'],
    ['REFUSED', undefined],
  ]);
  const own = await opened(payer, 'PAYOUTS_HELD', platform, debt);
  expect(await choicesOf(payer, own)).toMatchObject([{ resolution: 'REFUSED', does: 'nothing', from: null }]);
});

it('reverses the sides of a difference for money that came in', async () => {
  const payer = await playPayer();
  const tenant = houseTenant('SANDBOX');
  const sidesOf = async (direction: 'IN' | 'OUT') => {
    const over = { reference: `${direction}:1` };
    const choices = await choicesOf(payer, await opened(payer, 'STATEMENT_DIFFERENCE', 'sandbox-bank', over, tenant));
    return choices.find(({ resolution }) => resolution === 'WRITTEN_OFF')!;
  };
  const outside = { side: 'outside', account: 'clearing:SANDBOX:sandbox-bank:USD' };
  const loss = { side: 'loss', account: 'loss:SANDBOX:USD' };
  expect(await sidesOf('OUT')).toMatchObject({ from: loss, to: outside });
  expect(await sidesOf('IN')).toMatchObject({ from: outside, to: loss });
});

it('has a choice for each rule of each kind, and refuses an unknown exception', async () => {
  const payer = await playPayer();
  const { play } = payer;
  for (const kind of EXCEPTION_KINDS.filter((each) => each !== 'REFUND_FAILED' && each !== 'RECEIVABLE_OVERDUE')) {
    const exception = await opened(payer, kind, 'Transaction:018bcfe5-6800-7000-8000-0000000000bb');
    const choices = await choicesOf(payer, exception);
    // A hit ends by the decisions about its matches.
    const byHand = kind === 'SCREENING_HIT' ? [] : Object.keys(RULES[kind]).sort();
    expect(choices.map(({ resolution }) => resolution).sort(), kind).toEqual(byHand);
  }
  const unknown = { exceptionId: 'Exception:018bcfe5-6800-7000-8000-0000000000cc' };
  expect(await play.read(play.core.treasury.choices, unknown)).toMatchObject({
    error: { code: 'REFERENCE_NOT_FOUND' },
  });
});

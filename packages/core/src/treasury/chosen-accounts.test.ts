import { describe, expect, it } from 'vitest';
import { takeBack } from '../accounts/index.js';
import { type ExceptionRecord, openException } from '../exceptions/index.js';
import { createIds, type CurrencyCode, type Id, newRecord, ok } from '../kernel/index.js';
import { chart, postTogether } from '../ledger/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { seededRandom } from '../testing/ports.js';
import { NEVER_SHORT, type Transaction, TRANSACTIONS } from '../transactions/index.js';

const USD = 'USD' as CurrencyCode;
const USE = 'Transaction:018bcfe5-6800-7000-8000-0000000000aa';
const LOSS = { account: chart.loss('SANDBOX', USD).name, currency: 'USD' };

const plan = ({ play }: PlayPayer, { id: exceptionId }: ExceptionRecord, account?: string) =>
  play.run(play.core.treasury.planResolution, { exceptionId, resolution: 'ADJUSTED', account });
const choicesOf = async ({ play }: PlayPayer, { id: exceptionId }: ExceptionRecord) =>
  valueOf(await play.read(play.core.treasury.choices, { exceptionId }));

async function opened(
  { play }: PlayPayer,
  matter: Pick<ExceptionRecord, 'kind' | 'subject' | 'reference' | 'amount' | 'currency'>,
): Promise<ExceptionRecord> {
  const ids = createIds(play.clock, seededRandom(matter.kind + matter.reference));
  const whole = { ...matter, rail: 'sandbox-bank', reason: 'x' };
  return valueOf(
    await play.storage.units.run(play.tenant, async (tx) =>
      ok(await openException({ tx, ctx: play.context(), ids }, whole)),
    ),
  );
}

describe('more than a card may spend', () => {
  /** The use of a card for which this account pays. */
  async function excessOn(payer: PlayPayer, accountId: string | null): Promise<ExceptionRecord> {
    const { play } = payer;
    const { rows } = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(TRANSACTIONS, { order: 'asc', limit: 1 }),
    );
    const card = accountId === null ? null : ({ accountId } as Transaction['card']);
    const use = { ...rows[0]!, type: 'CARD', card, ...newRecord(USE as Id<'Transaction'>, play.context()) };
    await play.storage.units.run(play.tenant, async (tx) => {
      tx.add(TRANSACTIONS, use as Transaction);
      return ok();
    });
    return opened(payer, { kind: 'CARD_EXCESS', subject: USE, reference: 'n1', amount: 30n, currency: USD });
  }

  it('is charged to the funding source of the card, and to no other account', async () => {
    const payer = await playPayer();
    const excess = await excessOn(payer, payer.usd.id);
    const available = chart.available(payer.usd.id, USD).name;
    expect(await choicesOf(payer, excess)).toMatchObject([
      { resolution: 'PAID_ELSEWHERE', from: { side: 'own-funds' }, to: { side: 'loss' }, amount: 30n },
      {
        resolution: 'ADJUSTED',
        from: { side: 'account', account: available },
        to: { side: 'loss', account: LOSS.account },
        amount: 30n,
        needsAccount: false,
        refused: null,
      },
      { resolution: 'WRITTEN_OFF', does: 'nothing', from: null, to: null },
    ]);
    const books = [
      { account: available, currency: 'USD', amount: -30n },
      { ...LOSS, amount: 30n },
    ];
    for (const account of [undefined, payer.usd.id])
      expect(valueOf(await plan(payer, excess, account))).toMatchObject({ subject: excess.id, books });
    const own = (await payer.internal('USD', 'platform')).account.id;
    const message = `account: must be ${payer.usd.id}, the funding source of the card`;
    expect(await plan(payer, excess, own)).toMatchObject({ error: { code: 'INVALID_INPUT', message } });
  });

  it('is charged to a named account, if the card had none', async () => {
    const payer = await playPayer();
    const excess = await excessOn(payer, null);
    const [, adjusted] = await choicesOf(payer, excess);
    expect(adjusted).toMatchObject({ from: { side: 'account', account: null }, needsAccount: true });
    expect(await plan(payer, excess)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
    expect((await plan(payer, excess, payer.usd.id)).ok).toBe(true);
  });
});

describe('a debt that is overdue', () => {
  /** An account that owes this amount, and the exception about its debt. */
  async function owing(payer: PlayPayer, owner: 'customer' | 'platform'): Promise<ExceptionRecord> {
    const { play } = payer;
    const { account } = await payer.internal('EUR', owner === 'platform' ? owner : undefined);
    const currency = 'EUR' as CurrencyCode;
    const ids = createIds(play.clock, seededRandom('owes'));
    const taken = await play.storage.units.run(play.tenant, async (tx) => {
      const lines = [
        ...(await takeBack(tx, account, 50n)),
        { account: chart.clearing('SANDBOX', 'sandbox-bank', currency), amount: 50n },
      ];
      const entry = { kind: 'DEPOSIT_REVERSAL', cause: 'Transaction:1', lines } as const;
      return ok(postTogether({ tx, ctx: play.context(), ids }, [entry], NEVER_SHORT)[0]!);
    });
    const matter = { kind: 'RECEIVABLE_OVERDUE', subject: account.id, amount: 50n, currency } as const;
    return opened(payer, { ...matter, reference: valueOf(taken) });
  }
  const fund = async ({ play }: PlayPayer, accountId: string, amount: bigint) =>
    valueOf(await play.run(play.core.sandbox.fund, { accountId, amount }));
  const terms = async (payer: PlayPayer, exception: ExceptionRecord) =>
    (await choicesOf(payer, exception)).map(({ resolution, amount, refused }) => [resolution, amount, refused?.code]);

  it('is charged to the platform as far as it is still owed', async () => {
    const payer = await playPayer();
    const exception = await owing(payer, 'customer');
    expect(await terms(payer, exception)).toEqual([
      ['ADJUSTED', 50n, undefined],
      ['WRITTEN_OFF', 50n, undefined],
      ['REFUSED', 50n, undefined],
    ]);
    await fund(payer, exception.subject, 20n);
    expect((await terms(payer, exception)).slice(0, 2)).toEqual([
      ['ADJUSTED', 30n, undefined],
      ['WRITTEN_OFF', 30n, undefined],
    ]);
    await fund(payer, exception.subject, 30n);
    expect((await terms(payer, exception)).map(([resolution, , refused]) => [resolution, refused])).toEqual([
      ['ADJUSTED', 'CONFLICT'],
      ['WRITTEN_OFF', 'CONFLICT'],
      ['REFUSED', undefined],
    ]);
    const message = 'nothing is owed any more; end the exception with "Do nothing" (REFUSED)';
    expect(await plan(payer, exception)).toMatchObject({ error: { code: 'CONFLICT', message } });
  });

  it('of the platform is not charged to the platform', async () => {
    const payer = await playPayer();
    const exception = await owing(payer, 'platform');
    expect((await terms(payer, exception)).map(([resolution, , refused]) => [resolution, refused])).toEqual([
      ['ADJUSTED', 'CONFLICT'],
      ['WRITTEN_OFF', undefined],
      ['REFUSED', undefined],
    ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { createIds, err, type IdSource, ok, type Result } from '../kernel/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { authorize, type CardVerdict } from './authorize.js';
import type { CardUse } from './card-use.js';
import { clearCard } from './clear.js';
import type { CardTransaction } from './index.js';
import { onceByMessage } from './network-message.js';
import type { DelegatedSpending, Delegates } from './ports.js';

const KEY: DelegatedSpending = { publicKey: 'key', signature: 'signed' };
const NO_KEY = err('FORBIDDEN', 'no key');

let world: PlayCard;
let ids: IdSource;

beforeEach(async () => {
  world = await playCard();
  ids = createIds(world.payer.play.clock, seededRandom());
});

/** Makes the dollars of the payer a wallet. */
async function becomesWallet(): Promise<void> {
  const { core, tenant, storage } = world.payer.play;
  const account = (await storage.units.read(tenant, (reads) => reads.get(INTERNAL_ACCOUNTS, world.payer.usd.id)))!;
  for (const write of ['remove', 'add'] as const) {
    const done = await core.units.run(tenant, async (tx) => {
      tx[write](INTERNAL_ACCOUNTS, write === 'add' ? { ...account, type: 'EMBEDDED_WALLET' } : account);
      return ok();
    });
    valueOf(done);
  }
}

/** Delegates that record what they are asked. */
function keys(signed: Result<DelegatedSpending>, activeKey: string | null) {
  const texts: unknown[] = [];
  const looked: object[] = [];
  const delegates: Delegates = {
    async sign(_ctx, of, text) {
      texts.push([of, JSON.parse(text)]);
      return signed;
    },
    async active(_reads, of) {
      looked.push(of);
      return activeKey;
    },
  };
  return { texts, looked, delegates };
}

/** Asks with these delegated keys. */
async function walletAsked(signed: Result<DelegatedSpending>, activeKey: string | null, over: Partial<CardUse> = {}) {
  const { texts, looked, delegates } = keys(signed, activeKey);
  const { core, storage } = world.payer.play;
  const ports = { units: storage.units, ids, delegates, settings: core.platforms.settings };
  const verdict = await world.run(authorize(ports as never), world.question(over));
  return { texts, looked, verdict };
}

const reasonOf = (verdict: Result<CardVerdict>) => {
  const value = valueOf(verdict);
  return value.approved ? null : value.reason;
};

describe('a card that spends from a wallet', () => {
  beforeEach(becomesWallet);

  it('signs the amount, the funding source and the id of the question', async () => {
    const { id } = world.payer.usd;
    const { texts, looked, verdict } = await walletAsked(ok(KEY), 'key', { issuerToken: 'wallet question' });
    expect(texts).toEqual([
      [
        { cardId: world.card.id, fundingSourceId: id },
        {
          operation: 'card.spend',
          cardId: world.card.id,
          fundingSourceId: id,
          amount: '1000',
          currency: 'USD',
          issuerToken: 'wallet question',
        },
      ],
    ]);
    expect(looked).toEqual([{ cardId: world.card.id, fundingSourceId: id }]);
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: KEY } } });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
  });

  it('is declined without an active key, or with the signature of another one', async () => {
    expect(reasonOf((await walletAsked(NO_KEY, null)).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(NO_KEY, 'key')).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(ok(KEY), null)).verdict)).toBe('NOT_DELEGATED');
    expect(reasonOf((await walletAsked(ok(KEY), 'other')).verdict)).toBe('NOT_DELEGATED');
  });

  it('receives a credit without a signature', async () => {
    const { texts, verdict } = await walletAsked(NO_KEY, null, { direction: 'CREDIT' });
    expect(texts).toEqual([]);
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: null } } });
  });

  it('pays more than its reserve only with an active key of the card on the wallet', async () => {
    const spent = await authorizedTransaction();
    const paid = keys(NO_KEY, 'key');
    const clear = (delegates: Delegates, of: CardTransaction) =>
      world.run(onceByMessage(ids, 'CLEARING', clearCard({ ids, delegates, toleranceBps: 2_000 })), {
        cardId: world.card.id,
        transactionId: of.id,
        amount: 1_200n,
        networkMessageId: of.id,
      });
    valueOf(await clear(paid.delegates, spent));
    expect(paid.looked).toEqual([{ cardId: world.card.id, fundingSourceId: world.payer.usd.id }]);
    expect((await world.latest(spent)).card).toMatchObject({ settled: 1_200n, lost: 0n });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_200n);

    const other = await authorizedTransaction();
    valueOf(await clear(keys(NO_KEY, null).delegates, other));
    expect(await world.latest(other)).toMatchObject({ status: 'EXCEPTION', card: { settled: 1_200n, lost: 200n } });
    expect(await world.balance()).toBe(CARD_BALANCE - 2_200n);
    await world.payer.auditClean();
  });

  it('verifies the account without a signature, also while no key is active', async () => {
    const { texts, verdict } = await walletAsked(err('FORBIDDEN'), null, { amount: 0n });
    expect(texts).toEqual([]);
    expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: null });
  });

  it('without an active key reserves nothing more by an advice, and recovers nothing', async () => {
    const spent = await authorizedTransaction();
    expect((await world.told('advise', spent, 5_000n)).card).toMatchObject({ authorized: 5_000n, reserved: 1_000n });
    expect(await world.told('clear', spent, 5_000n)).toMatchObject({ status: 'EXCEPTION', card: { lost: 4_000n } });
    const recovered = await world.run(world.payer.play.core.cards.recover, { id: spent.id });
    expect(recovered).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    await world.payer.auditClean();
  });

  async function authorizedTransaction(): Promise<CardTransaction> {
    const verdict = valueOf((await walletAsked(ok(KEY), 'key')).verdict);
    return (verdict as Extract<CardVerdict, { approved: true }>).transaction!;
  }
});

it('a card that spends from another account asks for no signature', async () => {
  const { texts, looked, verdict } = await walletAsked(ok(KEY), 'key');
  expect([texts, looked]).toEqual([[], []]);
  expect(valueOf(verdict)).toMatchObject({ approved: true, transaction: { card: { delegate: null } } });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { createIds, err, ok, type Result } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { cardFunding } from './index.js';
import { closeCardsOf, updateCard, type UpdatePorts } from './update-card.js';

const ABSENT = 'Card:018bcfe5-6800-7000-8000-00000000abcd';

let world: PlayCard;
let other: InternalAccount;

beforeEach(async () => {
  world = await playCard();
  const { play, usd } = world.payer;
  const id = 'InternalAccount:018bcfe5-6800-7000-8000-000000000002' as InternalAccount['id'];
  other = { ...usd, id, type: 'INTERNAL_CRYPTO', reference: 'SECOND', version: 1 };
  const added = await play.core.units.run(play.tenant, async (tx) => {
    tx.add(INTERNAL_ACCOUNTS, other);
    return ok();
  });
  valueOf(added);
});

const latest = async () => valueOf(await world.payer.play.read(world.payer.play.core.cards.get, { id: world.card.id }));

describe('the keys that sign for a card', () => {
  let ended: unknown[];
  let outcome: Result<void>;
  let ports: UpdatePorts;

  beforeEach(() => {
    ended = [];
    outcome = ok();
    ports = {
      ids: createIds(world.payer.play.clock, seededRandom()),
      issuers: [],
      async endDelegations(_tx, _ctx, of) {
        ended.push(of);
        return outcome;
      },
    };
  });
  const change = (patch: object) => world.run(updateCard(ports), { id: world.card.id, ...patch });

  it('end on each account from which the card no longer spends', async () => {
    const { usd } = world.payer;
    const { id: cardId } = world.card;
    valueOf(await change({ fundingSources: [usd.id, other.id] }));
    valueOf(await change({ fundingSources: [other.id, usd.id] }));
    valueOf(await change({ fundingSources: [other.id, usd.id] }));
    valueOf(await change({ fundingSources: [other.id] }));
    expect(ended).toEqual([
      { cardId, accountIds: [] },
      { cardId, accountIds: [] },
      { cardId, accountIds: [usd.id] },
    ]);
  });

  it('end on all accounts of a card that is closed, and stay while it is frozen', async () => {
    const accountIds = [world.payer.usd.id, other.id];
    valueOf(await change({ fundingSources: accountIds }));
    ended.length = 0;
    valueOf(await change({ state: 'FROZEN' }));
    valueOf(await change({ state: 'ACTIVE' }));
    expect(ended).toEqual([]);
    valueOf(await change({ state: 'CLOSED' }));
    expect(ended).toEqual([{ cardId: world.card.id, accountIds }]);
  });

  it('end for every card of a deleted customer', async () => {
    const second = await world.ordered({ fundingSources: [other.id] });
    const closed = await world.payer.play.core.units.run(world.payer.play.tenant, (tx) =>
      closeCardsOf(ports)(tx, world.payer.play.context(), world.card.cardholderId),
    );
    valueOf(closed);
    expect(ended).toEqual([
      { cardId: world.card.id, accountIds: [world.payer.usd.id] },
      { cardId: second.id, accountIds: [other.id] },
    ]);
  });

  it('must end, or else the card does not change', async () => {
    outcome = err('CONFLICT', 'a key is in use');
    for (const patch of [{ fundingSources: [other.id] }, { state: 'CLOSED' }]) {
      expect(refusal(await change(patch)).code).toBe('CONFLICT');
    }
    expect(await latest()).toEqual(world.card);
  });
});

describe('an account that is to get a key for a card', () => {
  const funding = (cardId: string, accountId: string) =>
    world.payer.play.read(cardFunding as never, { cardId, accountId } as object);

  it('is a funding source of the card', async () => {
    const { id } = world.payer.usd;
    expect(valueOf(await funding(world.card.id, id))).toEqual({ fundingSourceId: id });
    expect(refusal(await funding(world.card.id, other.id))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['internalAccountId'],
    });
    expect(refusal(await funding(ABSENT, id)).code).toBe('REFERENCE_NOT_FOUND');
  });

  it('gets none for a closed card', async () => {
    const { play, usd } = world.payer;
    valueOf(await world.run(play.core.cards.update, { id: world.card.id, state: 'FROZEN' }));
    expect((await funding(world.card.id, usd.id)).ok).toBe(true);
    valueOf(await world.run(play.core.cards.update, { id: world.card.id, state: 'CLOSED' }));
    expect(refusal(await funding(world.card.id, usd.id)).code).toBe('CARD_NOT_MUTABLE');
  });
});

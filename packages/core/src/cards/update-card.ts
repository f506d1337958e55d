import {
  Bug,
  type Context,
  err,
  type Id,
  type IdSource,
  invalidFields,
  ok,
  readAll,
  type Result,
  transition,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type Card, CARD, CARDS, type CardStateReason, emitCard } from './card.js';
import { getCard } from './card-service.js';
import { type CardControls, validControls } from './controls.js';
import { eligibleSources } from './funding.js';
import { tellIssuer } from './order-card.js';
import type { CardIssuer } from './ports.js';

export interface UpdatePorts {
  readonly ids: IdSource;
  readonly issuers: readonly CardIssuer[];
  /** Revokes the keys that sign for a card on accounts that it no longer spends from. */
  readonly endDelegations: (
    tx: Tx,
    ctx: Context,
    of: { readonly cardId: Id<'Card'>; readonly accountIds: readonly Id<'InternalAccount'>[] },
  ) => Promise<Result<void>>;
}

export interface CardPatch {
  readonly id: string;
  readonly state?: 'ACTIVE' | 'FROZEN' | 'CLOSED' | undefined;
  readonly fundingSources?: readonly string[] | undefined;
  /** Null removes the limit. */
  readonly maxSpendPerTransaction?: bigint | null | undefined;
  /** Replaces the controls as a whole; null removes them. */
  readonly controls?: CardControls | null | undefined;
}

const ON = { ACTIVE: 'unfreeze', FROZEN: 'freeze', CLOSED: 'close' } as const;

/**
 * Changes a card; each change emits one event. 404 REFERENCE_NOT_FOUND; 400 INVALID_INPUT for an empty change, for
 * the funding sources and the controls; 409 INVALID_STATE_TRANSITION. A closed card: 409 CARD_ALREADY_CLOSED if the change names a
 * state, otherwise 409 CARD_NOT_MUTABLE.
 */
export const updateCard =
  (ports: UpdatePorts): UseCase<CardPatch, Card> =>
  async (tx, ctx, { id, state, fundingSources, maxSpendPerTransaction, controls: named }) => {
    if ([state, fundingSources, maxSpendPerTransaction, named].every((change) => change === undefined)) {
      const message = 'at least one of state, fundingSources, maxSpendPerTransaction and controls is required';
      return invalidFields(['state', 'fundingSources'].map((field) => ({ field, message })));
    }
    const found = await getCard(tx, ctx, { id });
    if (!found.ok) return found;
    let card = found.value;
    if (card.state === 'CLOSED') return err(state === undefined ? 'CARD_NOT_MUTABLE' : 'CARD_ALREADY_CLOSED');
    const controls = validControls(named ?? {});
    if (!controls.ok) return controls;
    if (maxSpendPerTransaction !== undefined) card = update(tx, ctx, CARDS, card, { maxSpendPerTransaction });
    if (named !== undefined) card = update(tx, ctx, CARDS, card, { controls: controls.value });
    if (fundingSources !== undefined) {
      const rebound = await rebind(tx, ctx, ports, card, fundingSources);
      if (!rebound.ok) return rebound;
      card = rebound.value;
    }
    if (state === undefined) return ok(card);
    return moveCard(tx, ctx, ports, card, ON[state], state === 'CLOSED' ? 'CLOSED_BY_PLATFORM' : null);
  };

async function rebind(
  tx: Tx,
  ctx: Context,
  { ids, issuers, endDelegations }: UpdatePorts,
  card: Card,
  named: readonly string[],
): Promise<Result<Card>> {
  const keepsCurrency = issuers.some(({ name, currencies }) => name === card.processorRef && currencies !== undefined);
  const sources = await eligibleSources(tx, card.cardholderId, named, keepsCurrency ? [card.currency] : undefined);
  if (!sources.ok) return sources;
  const { ids: fundingSources, currency } = sources.value;
  const same = fundingSources.length === card.fundingSources.length;
  if (same && fundingSources.every((id, index) => id === card.fundingSources[index])) return ok(card);
  const accountIds = card.fundingSources.filter((id) => !fundingSources.includes(id));
  const ended = await endDelegations(tx, ctx, { cardId: card.id, accountIds });
  if (!ended.ok) return ended;
  const changed = update(tx, ctx, CARDS, card, { fundingSources, currency, fundingChanges: card.fundingChanges + 1 });
  emitCard({ tx, ctx, ids }, 'CARD.FUNDING_SOURCE_CHANGE', changed);
  return ok(changed);
}

async function moveCard(
  tx: Tx,
  ctx: Context,
  { ids, endDelegations }: UpdatePorts,
  card: Card,
  on: (typeof ON)[keyof typeof ON],
  stateReason: CardStateReason | null,
): Promise<Result<Card>> {
  const patch = { stateReason, stateChanges: card.stateChanges + 1, sealedPassword: null };
  const moved = transition(tx, ctx, CARD, CARDS, card, on, patch);
  if (!moved.ok) return moved;
  if (on === 'close') {
    const ended = await endDelegations(tx, ctx, { cardId: card.id, accountIds: card.fundingSources });
    if (!ended.ok) return ended;
  }
  const unit = { tx, ctx, ids };
  emitCard(unit, moved.value.row.emits!, moved.value.record);
  tellIssuer(unit, card.id);
  return ok(moved.value.record);
}

/** Closes a card for a reason of the service or the processor. */
export const closeByService = (tx: Tx, ctx: Context, ports: UpdatePorts, card: Card): Promise<Result<Card>> =>
  moveCard(tx, ctx, ports, card, 'close', 'CLOSED_BY_SVC');

/** Closes every card of a deleted customer. */
export const closeCardsOf =
  (ports: UpdatePorts) =>
  async (tx: Tx, ctx: Context, cardholderId: Id<'Customer'>): Promise<Result<void>> => {
    for (const card of await readAll(tx, CARDS, { cardholderId })) {
      if (card.state === 'CLOSED') continue;
      const closed = await closeByService(tx, ctx, ports, card);
      if (!closed.ok) throw new Bug(closed.error.message);
    }
    return ok();
  };

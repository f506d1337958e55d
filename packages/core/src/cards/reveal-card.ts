import { answerOfIssuer } from '../accounts/index.js';
import { blockOf } from '../blocks/index.js';
import { blockedError } from '../customers/index.js';
import {
  type Context,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Reads,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { needPermission } from '../platforms/index.js';
import type { Card } from './card.js';
import { getCard } from './card-service.js';
import { logCard } from './card-log.js';
import { availableIssuer } from './order-card.js';
import type { CardFrame, CardIssuer } from './ports.js';

const REVEAL_SECONDS = 120;

export interface RevealPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly issuers: readonly CardIssuer[];
}

export interface Revealed {
  readonly cardId: string;
  readonly frame: CardFrame;
}

/**
 * The address of the issuer's page that shows a card, valid once and for two minutes. The actor is written to the
 * card's log before the answer. 404 REFERENCE_NOT_FOUND; 403 FORBIDDEN for a card that is not created yet or is closed,
 * and for a token without TRANSACT, because a card number is enough to pay; 503 SERVICE_UNAVAILABLE if the issuer does
 * not answer, or is not configured any more.
 */
export function revealCard(ports: RevealPorts): PreparedUseCase<{ readonly id: string }, Revealed, CardFrame> {
  return {
    async prepare(ctx, input) {
      const permitted = needPermission(ctx, 'TRANSACT');
      if (!permitted.ok) return permitted;
      const card = await ports.units.read(ctx.tenant, (reads) => mayBeShown(reads, ctx, input));
      if (!card.ok) return card;
      const { id: cardId } = card.value;
      const expiresAt = plusSeconds(ctx.now, REVEAL_SECONDS);
      const issuer = availableIssuer(ports.issuers, card.value);
      if (!issuer.ok) return issuer;
      const frame = await answerOfIssuer(() => issuer.value.reveal({ cardId, tenant: ctx.tenant, expiresAt }));
      return frame.ok ? ok({ cardId, frame: frame.value }) : frame;
    },

    async finish(tx, ctx: Context, { cardId, frame }) {
      const card = showable(await getCard(tx, ctx, { id: cardId }));
      if (!card.ok) return card;
      logCard({ tx, ctx, ids: ports.ids }, { cardId: card.value.id, what: 'REVEALED' });
      return ok(frame);
    },
  };
}

/** The issuer is not asked for a card that a block keeps from being shown: the unit that ends the request refuses it too. */
async function mayBeShown(reads: Reads, ctx: Context, input: { readonly id: string }): Promise<Result<Card>> {
  const card = showable(await getCard(reads, ctx, input));
  if (!card.ok) return card;
  const blockedAs = await blockOf(reads, ctx.tenant, { customers: [card.value.cardholderId] });
  return blockedAs === null ? card : blockedError(blockedAs);
}

function showable(found: Result<Card>): Result<Card> {
  if (!found.ok) return found;
  const { state } = found.value;
  return state === 'ACTIVE' || state === 'FROZEN'
    ? found
    : err('FORBIDDEN', `the card is ${state}; only an ACTIVE or FROZEN card can be revealed`);
}

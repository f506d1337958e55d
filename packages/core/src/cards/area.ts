import type { Settings } from '../customers/index.js';
import type { Context, Cursors, Id, IdSource, Random, Result, Sealer, Tx, UnitOfWork } from '../kernel/index.js';
import { authorize } from './authorize.js';
import { listCardLog } from './card-log.js';
import { getCard, listCards } from './card-service.js';
import { adviseCard, clearCard } from './clear.js';
import { issueCard, orderCard, tellCard } from './order-card.js';
import { onceByMessage } from './network-message.js';
import type { CardIssuer, Delegates } from './ports.js';
import { recoverCard, reportPull } from './pulls.js';
import { returnCard, reverseReturn } from './return-card.js';
import { revealCard } from './reveal-card.js';
import { cardSimulations } from './simulations.js';
import { closeCardsOf, updateCard, type UpdatePorts } from './update-card.js';

export interface CardsAreaPorts extends Pick<UpdatePorts, 'endDelegations'> {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly cursors: Cursors;
  readonly sealer: Sealer;
  /** Empty where nobody issues cards. */
  readonly issuers: readonly CardIssuer[];
  readonly delegates: Delegates;
  /** How much more than was authorized a merchant may ask for, in basis points. */
  readonly toleranceBps: number;
  readonly settings: Settings;
}

/** Cards: what platforms do with them, and what a card network asks and tells (behaviour, "Cards"). */
export function cardsArea(ports: CardsAreaPorts) {
  const network = {
    authorize: authorize(ports),
    clear: onceByMessage(ports.ids, 'CLEARING', clearCard(ports)),
    advise: onceByMessage(ports.ids, 'ADVICE', adviseCard(ports)),
    return: onceByMessage(ports.ids, 'RETURN', returnCard(ports)),
    reverseReturn: onceByMessage(ports.ids, 'RETURN_REVERSAL', reverseReturn(ports)),
  } as const;
  const useCases = {
    order: orderCard(ports),
    get: getCard,
    list: listCards(ports.cursors),
    update: updateCard(ports),
    reveal: revealCard(ports),
    log: listCardLog(ports.cursors),
    recover: recoverCard(ports),
    /** What the callbacks of an issuer call. */
    network,
    /** The same, as the sandbox plays it. */
    simulate: cardSimulations(ports, network),
  } as const;
  return {
    useCases,
    /** What the customers area needs of this one. */
    closeAll: closeCardsOf(ports) as (tx: Tx, ctx: Context, cardholderId: Id<'Customer'>) => Promise<Result<void>>,
    /** The work that waits in this area. */
    handlers: {
      'card.issue': issueCard(ports),
      'card.tell': tellCard(ports),
      'card.pull': reportPull(ports),
    },
  } as const;
}

export type Cards = ReturnType<typeof cardsArea>['useCases'];

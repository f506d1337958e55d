import { forJobs } from '../events/index.js';
import type { Settings } from '../customers/index.js';
import type {
  Context,
  Cursors,
  Id,
  IdSource,
  Random,
  Result,
  Sealer,
  TenantKey,
  Tx,
  UnitOfWork,
} from '../kernel/index.js';
import { adviseCard } from './advise.js';
import { authorize } from './authorize.js';
import { listCardLog } from './card-log.js';
import { getCard, listCards } from './card-service.js';
import { clearCard } from './clear.js';
import {
  creditProvisionally,
  planCredit,
  planWithdrawal,
  planWriteOff,
  withdrawCredit,
  writeOffDispute,
} from './dispute-credits.js';
import { disputeMessages } from './dispute-messages.js';
import { getDispute, listDisputes } from './dispute-service.js';
import { hearCard } from './hear.js';
import { askIncrement, reverseUse, tellIncrement } from './increment.js';
import { approveByNetwork, declineByNetwork } from './network-decision.js';
import { issueCard, orderCard, tellCard } from './order-card.js';
import { onceByMessage } from './network-message.js';
import { openDispute } from './open-dispute.js';
import type { CardIssuer, Delegates } from './ports.js';
import { planRecovery, recoverCard, reportPull } from './pulls.js';
import { reconcileSettlement } from './reconcile-settlement.js';
import { planRecord, recordDispute } from './record-dispute.js';
import { planRelease, releaseHold } from './release-hold.js';
import { returnOrCredit } from './return-or-credit.js';
import { reverseReturn } from './reverse-return.js';
import { revealCard } from './reveal-card.js';
import { cardSimulations } from './simulations.js';
import { closeCardsOf, updateCard, type UpdatePorts } from './update-card.js';

export interface CardsAreaPorts extends Pick<UpdatePorts, 'endDelegations'> {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly cursors: Cursors;
  readonly sealer: Sealer;
  /** Empty if the host has no card issuer. */
  readonly issuers: readonly CardIssuer[];
  readonly delegates: Delegates;
  /** How much a clearing may exceed the authorized amount, in basis points of it. */
  readonly toleranceBps: number;
  readonly settings: Settings;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** Cards: the operations of platforms, and the messages of card networks (docs/areas/cards.md). */
export function cardsArea(ports: CardsAreaPorts) {
  const network = {
    authorize: authorize(ports),
    clear: onceByMessage(ports.ids, 'CLEARING', clearCard(ports)),
    advise: onceByMessage(ports.ids, 'ADVICE', adviseCard(ports)),
    return: onceByMessage(ports.ids, 'RETURN', returnOrCredit(ports)),
    reverseReturn: onceByMessage(ports.ids, 'RETURN_REVERSAL', reverseReturn(ports)),
  } as const;
  /** What only processors say; the simulations of the sandbox do not. */
  const heard = {
    ...network,
    approve: onceByMessage(ports.ids, 'APPROVAL', approveByNetwork(ports)),
    decline: onceByMessage(ports.ids, 'DECLINE', declineByNetwork(ports)),
    askIncrement: onceByMessage(ports.ids, 'INCREMENT', askIncrement(ports)),
    tellIncrement: onceByMessage(ports.ids, 'INCREMENT', tellIncrement(ports)),
    reverse: onceByMessage(ports.ids, 'REVERSAL', reverseUse(ports)),
    disputes: disputeMessages(ports),
  } as const;
  const useCases = {
    /**
     * Orders a card that spends from internal accounts; it is PROCESSING until its issuer has created it. 404
     * USER_NOT_FOUND; 400 CARDHOLDER_KYC_NOT_APPROVED, INVALID_INPUT for its funding sources; 501 NOT_IMPLEMENTED
     * without an issuer.
     *
     * @example
     * ```ts
     * const { id } = await run(core.cards.order, { cardholderId: customer.id, fundingSources: [dollars.id] });
     * await core.work.drain(); // the issuer makes the card
     * (await read(core.cards.get, { id })).state; // 'ACTIVE'
     * ```
     */
    order: orderCard(ports),
    get: getCard,
    list: listCards(ports.cursors),
    update: updateCard(ports),
    reveal: revealCard(ports),
    log: listCardLog(ports.cursors),
    recover: recoverCard(ports),
    planRecovery: planRecovery(ports),
    planRelease,
    release: releaseHold(ports),
    /** What the cardholder contests of a card payment (docs/areas/cards.md#disputes). */
    disputes: {
      open: openDispute(ports),
      get: getDispute,
      list: listDisputes(ports.cursors),
      planCredit,
      credit: creditProvisionally(ports),
      planWithdrawal,
      withdrawCredit: withdrawCredit(ports),
      planWriteOff,
      writeOff: writeOffDispute(ports),
      planRecord,
      record: recordDispute(heard.disputes),
    },
    /** The operations for the callbacks of an issuer. */
    network,
    /** The messages of the network as sandbox simulations. */
    simulate: cardSimulations(ports, network),
  } as const;
  const background = forJobs(ports);
  return {
    useCases,
    /** For the callbacks of card processors. */
    hear: hearCard({ ...ports, network: heard }),
    /** For the customers area, which closes the cards of a deleted customer. */
    closeAll: closeCardsOf(ports) as (tx: Tx, ctx: Context, cardholderId: Id<'Customer'>) => Promise<Result<void>>,
    /** The handlers of this area's jobs. */
    handlers: {
      'card.issue': issueCard(background),
      'card.tell': tellCard(background),
      'card.pull': reportPull(background),
      'card.settlement': reconcileSettlement(background),
    },
  } as const;
}

export type Cards = ReturnType<typeof cardsArea>['useCases'];

import { type Customer, CUSTOMERS, mustNotBeBlocked, nameOf, notReady, type Settings } from '../customers/index.js';
import { type AskOutside, finish, type Job, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  begunBefore,
  birth,
  Bug,
  type Context,
  err,
  type Id,
  type IdSource,
  isId,
  newRecord,
  ok,
  type Result,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { needPermission } from '../platforms/index.js';
import { type Card, CARD, CARDS, emitCard } from './card.js';
import { type CardControls, validControls } from './controls.js';
import { eligibleSources } from './funding.js';
import type { Cardholder, CardIssuer, IssueOutcome } from './ports.js';

export interface OrderPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly issuers: readonly CardIssuer[];
  readonly settings: Settings;
}

export interface NewCard {
  readonly cardholderId: string;
  readonly platformCardId?: string | undefined;
  readonly threeDSecurePassword?: string | undefined;
  readonly fundingSources: readonly string[];
  readonly maxSpendPerTransaction?: bigint | undefined;
  readonly controls?: CardControls | undefined;
}

/** The card issuer of an environment, if any. */
const issuerFor = (issuers: readonly CardIssuer[], ctx: Pick<Context, 'tenant'>): CardIssuer | null =>
  issuers.find(({ environments }) => environments.includes(splitTenant(ctx.tenant).environment)) ?? null;

/** The issuer of a card, for an answer. 503 SERVICE_UNAVAILABLE while its entry is missing in the connections file. */
export function availableIssuer(
  issuers: readonly CardIssuer[],
  { processorRef }: Pick<Card, 'processorRef'>,
): Result<CardIssuer> {
  const issuer = issuers.find(({ name }) => name === processorRef);
  const message = `the issuer ${processorRef} is not configured; ask the operator to put its entry back into the connections file`;
  return issuer === undefined ? err('SERVICE_UNAVAILABLE', message) : ok(issuer);
}

/** The issuer of a card, for a job, which fails and is repeated while its entry is missing. */
function issuerOf(issuers: readonly CardIssuer[], card: Pick<Card, 'id' | 'processorRef'>): CardIssuer {
  const issuer = issuers.find(({ name }) => name === card.processorRef);
  if (issuer === undefined)
    throw new Bug(
      `card ${card.id} has the issuer ${card.processorRef}, which is not configured: put its entry back into the connections file`,
    );
  return issuer;
}

/**
 * Orders a card, which is PROCESSING until its issuer has created it. 404 USER_NOT_FOUND; 400
 * CARDHOLDER_KYC_NOT_APPROVED; 400 INVALID_INPUT for its funding sources and controls; 501 NOT_IMPLEMENTED without an issuer; 403
 * FORBIDDEN for a token without TRANSACT, because a card spends money.
 */
export const orderCard =
  ({ ids, sealer, issuers, settings }: OrderPorts): UseCase<NewCard, Card> =>
  async (tx, ctx, input) => {
    const permitted = needPermission(ctx, 'TRANSACT');
    if (!permitted.ok) return permitted;
    const issuer = issuerFor(issuers, ctx);
    if (issuer === null) return err('NOT_IMPLEMENTED', 'no card issuer is configured for this environment');
    const holder = isId('Customer', input.cardholderId) ? await tx.get(CUSTOMERS, input.cardholderId) : null;
    if (holder === null || holder.isDeleted) return err('USER_NOT_FOUND');
    const free = mustNotBeBlocked(holder);
    if (!free.ok) return free;
    const reason = notReady(holder, await settings(tx, ctx));
    if (reason !== null) return err('CARDHOLDER_KYC_NOT_APPROVED', reason);
    const controls = validControls(input.controls ?? {});
    if (!controls.ok) return controls;
    const sources = await eligibleSources(tx, holder.id, input.fundingSources, issuer.currencies);
    if (!sources.ok) return sources;
    const id = ids.next('Card');
    const card: Card = {
      cardholderId: holder.id,
      platformCardId: input.platformCardId ?? null,
      state: birth(CARD, 'order').to,
      stateReason: null,
      form: 'VIRTUAL',
      brand: null,
      last4: null,
      expMonth: null,
      expYear: null,
      fundingSources: sources.value.ids,
      currency: sources.value.currency,
      maxSpendPerTransaction: input.maxSpendPerTransaction ?? null,
      controls: controls.value,
      processorRef: issuer.name,
      issuerRef: null,
      sealedPassword:
        input.threeDSecurePassword === undefined ? null : sealer.seal(input.threeDSecurePassword, passwordOf(id)),
      stateChanges: 0,
      fundingChanges: 0,
      ...newRecord(id, ctx),
    };
    tx.add(CARDS, card);
    schedule({ tx, ctx, ids }, { kind: 'card.issue', subject: card.id, dueAt: ctx.hostNow });
    return ok(card);
  };

/** The sealed place of the 3-D Secure password of a card. */
const passwordOf = (id: string): SealedPlace => sealedPlace(CARDS, id, 'sealedPassword');

async function needCard(reads: Pick<Tx, 'get'>, id: string): Promise<Card> {
  const card = await reads.get(CARDS, id);
  if (card === null) throw new Bug(`card ${id} not found`);
  return card;
}

const cardholderOf = ({ id, customerType, birthDate, email, phoneNumber, address }: Customer): Cardholder => ({
  ...{ id, customerType, birthDate },
  ...{ email, phoneNumber, address },
});

/** Orders a card from its issuer and asks again until the issuer has decided. */
export function issueCard(ports: OrderPorts): JobHandler {
  const { units, sealer, issuers } = ports;
  return async (ctx, job, ask) => {
    const read = await units.read(ctx.tenant, async (reads) => {
      const card = await needCard(reads, job.subject);
      return { card, holder: await reads.get(CUSTOMERS, card.cardholderId) };
    });
    const { card, holder } = read;
    if (holder === null) throw new Bug(`card ${card.id} has no cardholder`);
    if (card.state !== 'PROCESSING') return decide(ctx, job, null);
    const issuer = issuerOf(issuers, card);
    const order = {
      cardId: card.id,
      platformCardId: card.platformCardId,
      cardholderName: nameOf(holder) ?? '',
      cardholder: cardholderOf(holder),
      form: card.form,
      currency: card.currency,
      threeDSecurePassword: card.sealedPassword === null ? null : sealer.open(card.sealedPassword, passwordOf(card.id)),
    };
    const elapsed = (ctx.now - begunBefore(card.createdAt, ctx.now)) / 1000;
    const asked = await askIssuer(ask, issuer, () => issuer.issue(order, elapsed));
    return asked.ok ? decide(asked.value.ctx, job, asked.value.answer) : asked;
  };

  function decide(ctx: Context, job: Job, outcome: IssueOutcome | null): ReturnType<JobHandler> {
    return units.run(ctx.tenant, async (tx) => {
      const card = await needCard(tx, job.subject);
      const unit = { tx, ctx, ids: ports.ids };
      if (outcome === null || card.state !== 'PROCESSING') {
        // The card was closed while the issuer was creating the card.
        finish(tx, job);
        tellIssuer(unit, card.id);
        return ok();
      }
      if (outcome.kind === 'pending') {
        reschedule(tx, ctx, job, outcome.againInSeconds);
        return ok();
      }
      finish(tx, job);
      const { stateChanges } = card;
      const moved =
        outcome.kind === 'rejected'
          ? transition(tx, ctx, CARD, CARDS, card, 'reject', {
              stateReason: 'ISSUER_REJECTED',
              sealedPassword: null,
              stateChanges: stateChanges + 1,
            })
          : transition(tx, ctx, CARD, CARDS, card, 'provision', {
              brand: outcome.brand,
              last4: outcome.last4,
              expMonth: outcome.expMonth,
              expYear: outcome.expYear,
              issuerRef: outcome.issuerRef,
              sealedPassword: null,
              stateChanges: stateChanges + 1,
            });
      if (!moved.ok) return moved;
      emitCard(unit, moved.value.row.emits!, moved.value.record);
      return ok();
    });
  }
}

const askIssuer = <T>(ask: AskOutside, { name }: CardIssuer, question: () => Promise<T>) => ask(name, question);

export function tellIssuer(unit: Unit, cardId: Id<'Card'>): void {
  schedule(unit, { kind: 'card.tell', subject: cardId, dueAt: unit.ctx.hostNow });
}

/** Reports the current state of a card to its issuer. */
export const tellCard =
  ({ units, issuers }: OrderPorts): JobHandler =>
  async (ctx, job, ask) => {
    const card = await units.read(ctx.tenant, (reads) => needCard(reads, job.subject));
    const issuer = issuerOf(issuers, card);
    const asked = await askIssuer(ask, issuer, () => issuer.tell(card.id, card.state));
    if (!asked.ok) return asked;
    return units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      return ok();
    });
  };

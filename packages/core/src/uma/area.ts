import { forJobs, type DeliverySettings, type JobHandler, type WebhookTransport } from '../events/index.js';
import type {
  Clock,
  Context,
  Cursors,
  Digest,
  IdSource,
  Page,
  Query,
  Random,
  Reads,
  PreparedUseCase,
  Result,
  Sealer,
  TenantKey,
  UnitOfWork,
  UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Quote, QuotePorts, QuoteRequest } from '../quotes/index.js';
import type { RateBook } from '../rates/index.js';
import type { ScreenPorts, Transaction } from '../transactions/index.js';
import { approvePayment, askAgain, rejectPayment } from './approval.js';
import { collectPayment } from './collect.js';
import {
  cancelInvitation,
  claimInvitation,
  createInvitation,
  expireInvitation,
  getInvitation,
  type NewInvitation,
  readInvitation,
  type ShownInvitation,
  type ClaimInvitation,
  type PreparedClaim,
} from './invitations.js';
import { createKeys, type Keys } from './keys.js';
import { lookUp, type LookUpRequest } from './look-up.js';
import { notifyCounterparty } from './notify.js';
import { ownInstitutions, ownKeys } from './own-institutions.js';
import { createPeers, type Peers } from './peers.js';
import type { UmaPorts, UmaProvider } from './ports.js';
import { listProviders, type ProviderFilter } from './providers.js';
import { type AgreedQuote, agreeOnQuote, openAgreedQuote } from './quote-payment.js';
import type { Invitation, UmaLookup } from './records.js';
import { receiveSimulated, type SimulatedPayment } from './sandbox-receive.js';
import { type Served, serveInstitutions } from './serve.js';
import { settlementsOf } from './settlements.js';

export interface UmaAreaPorts extends ScreenPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly ids: IdSource;
  readonly cursors: Cursors;
  readonly rates: RateBook;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly listTenants: () => Promise<readonly Platform[]>;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly settingsOf: (tenant: TenantKey) => Promise<DeliverySettings>;
  readonly transport: WebhookTransport;
  readonly quotes: QuotePorts;
  readonly publicAuthority: string;
  readonly invitationPage: string;
  /** How long an invoice of this host can be paid. */
  readonly quoteSeconds: number;
  readonly uma: UmaPorts;
  /** Layers in the order in which this host prefers to pay. */
  readonly umaLayers: readonly string[];
}

export interface UmaArea {
  /**
   * Asks the institution of a UMA address for the currencies that it accepts. The lookup is stored for ten minutes, and a
   * quote to the address names it as `lookupId`. 400 INVALID_UMA_ADDRESS, INVALID_INPUT without a sender, 404
   * USER_NOT_FOUND, UMA_NOT_FOUND.
   *
   * @example
   * ```ts
   * const lookup = await core.uma.lookUp(ctx, {
   *   receiverUmaAddress: '$success.eur@sandbox.uma.money',
   *   customerId: customer.id,
   * });
   * lookup.ok && lookup.value.vasp; // 'sandbox.uma.money'
   * ```
   */
  readonly lookUp: (ctx: Context, request: LookUpRequest) => Promise<Result<UmaLookup>>;
  readonly approve: UseCase<
    { readonly id: string; readonly payeeData: Readonly<Record<string, unknown>> },
    Transaction
  >;
  readonly reject: UseCase<{ readonly id: string }, Transaction>;
  readonly receiveSimulated: UseCase<SimulatedPayment, Transaction>;
  readonly providers: Query<ProviderFilter, Page<UmaProvider>>;
  readonly invitations: {
    readonly create: UseCase<NewInvitation, Invitation>;
    readonly get: Query<{ readonly code: string }, Invitation>;
    readonly claim: PreparedUseCase<ClaimInvitation, PreparedClaim, Invitation>;
    readonly cancel: UseCase<{ readonly code: string }, Invitation>;
    /** Reads an invitation for its page, without a credential; null if no invitation has this code. */
    readonly read: (code: string) => Promise<ShownInvitation | null>;
  };
  /** Requests of other institutions to this host. */
  readonly serve: Served;
  readonly keys: Pick<Keys, 'rotate'>;
}

/** The two steps of a quote to a UMA address: the agreement with its institution, and the quote. */
export interface UmaQuotes {
  readonly agree: (ctx: Context, request: QuoteRequest) => Promise<Result<AgreedQuote>>;
  readonly open: UseCase<AgreedQuote, Quote>;
}

/** How long a platform that deferred its decision may take to decide. */
const HOLD_SECONDS = 3600;

/** Payments to and from customers of other institutions, over the UMA protocol. */
export function umaArea(ports: UmaAreaPorts): {
  readonly useCases: UmaArea;
  readonly quotes: UmaQuotes;
  /** Deletes nonces outside the time window; returns how many. */
  readonly forgetNonces: Peers['forgetNonces'];
  /** The job handlers of this area. */
  readonly handlers: {
    readonly [K in 'uma.question' | 'uma.receive' | 'uma.notify' | 'uma.invitation-expire']: JobHandler;
  };
} {
  const { protocol, providers } = ports.uma;
  const settlements = settlementsOf(ports.uma, ports.umaLayers);
  const keys = createKeys({ ...ports, protocol });
  const peers = createPeers({ ...ports, protocol, ownKeys: ownKeys({ ...ports, keys }) });
  const receiving = {
    ...ports,
    keys,
    peers,
    protocol,
    settlements,
    invoiceSeconds: ports.quoteSeconds,
    holdSeconds: HOLD_SECONDS,
  };
  const own = ownInstitutions(ports, (environment) => serveInstitutions(receiving, environment));
  const payments = { ...receiving, own };
  const useCases: UmaArea = {
    lookUp: lookUp(payments),
    approve: approvePayment(ports.ids),
    reject: rejectPayment(ports.ids),
    receiveSimulated: receiveSimulated(payments),
    providers: listProviders(ports.cursors, providers),
    invitations: {
      create: createInvitation(ports),
      get: getInvitation,
      claim: claimInvitation(payments),
      cancel: cancelInvitation,
      read: readInvitation(ports),
    },
    serve: serveInstitutions(payments),
    keys,
  };
  const open = openAgreedQuote(payments);
  const background = forJobs(payments);
  return {
    useCases,
    quotes: { agree: agreeOnQuote(payments), open: (tx, ctx, agreed) => open(tx, ctx, agreed) },
    forgetNonces: peers.forgetNonces,
    handlers: {
      'uma.question': askAgain(background),
      'uma.receive': collectPayment(background),
      'uma.notify': notifyCounterparty(background),
      'uma.invitation-expire': expireInvitation(background.units),
    },
  };
}

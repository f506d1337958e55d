import type { TransferParty } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  openSealed,
  recordKind,
  type SealedPlace,
  sealedPlace,
  type Sealer,
  showSealed,
} from '../kernel/index.js';
import type { TravelRuleStatus } from './travel-rule-states.js';

/** Who keeps the wallet on the other side. Wallets that an institution keeps have `accountInfo.vaspName`. */
export type Hosting = 'HOSTED' | 'SELF_HOSTED';

/** What accompanies a transfer on a chain, as it was sent or received, with the answer. */
export interface TravelRuleTransferRecord extends BaseRecord {
  readonly id: Id<'TravelRuleTransfer'>;
  readonly status: TravelRuleStatus;
  readonly direction: 'IN' | 'OUT';
  /** Name of the connection. */
  readonly connection: string;
  /** The id of the payment if money leaves; the partner's id of the transfer if it comes in. */
  readonly reference: string;
  /** The id of the payment; of an incoming transfer, the reference that its address was allocated for. */
  readonly subject: string;
  /** The customer here who pays or receives; null for the platform. */
  readonly customerId: Id<'Customer'> | null;
  readonly hosting: Hosting;
  /** The institution on the other side; null for a wallet in self-custody. */
  readonly institution: string | null;
  readonly network: string;
  readonly currency: CurrencyCode;
  /** Smallest units that the beneficiary receives. */
  readonly amount: bigint;
  /** Originator and beneficiary, as JSON, sealed. */
  readonly sealedParties: string;
  /** Digest of the content of an incoming message, for repeats; null if money leaves. */
  readonly contentDigest: string | null;
  /** Whether the owner of a wallet in self-custody has proven its key. */
  readonly isProven: boolean;
  /** Of an incoming transfer that is on the chain. */
  readonly transactionHash: string | null;
  /** Until when an answer is awaited; null if none is. Tenant's time. */
  readonly awaitedUntil: Instant | null;
  /** Tenant's time. */
  readonly answeredAt: Instant | null;
  /** Why the other institution rejected the transfer, for operators. */
  readonly answerReason: string | null;
}

export const TRAVEL_RULE_TRANSFERS = recordKind<TravelRuleTransferRecord>()({
  name: 'travel_rule_transfers',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    direction: 'text',
    connection: 'text',
    reference: 'text',
    subject: 'text',
    customerId: 'text?',
    hosting: 'text',
    institution: 'text?',
    network: 'text',
    currency: 'text',
    amount: 'amount',
    sealedParties: 'text',
    contentDigest: 'text?',
    isProven: 'flag',
    transactionHash: 'text?',
    awaitedUntil: 'instant?',
    answeredAt: 'instant?',
    answerReason: 'text?',
  },
  states: ['status'],
  // Over all platforms: the partner of a connection serves all of them.
  unique: [{ name: 'reference', columns: ['connection', 'direction', 'reference'], global: true }],
  filters: ['subject', 'customerId', 'status'],
  sealed: ['sealedParties'],
  immutable: [
    'direction',
    'connection',
    'reference',
    'subject',
    'customerId',
    'hosting',
    'institution',
    'network',
    'currency',
    'amount',
    'contentDigest',
    'isProven',
    'transactionHash',
    'awaitedUntil',
  ],
});

export interface TransferParties {
  readonly originator: TransferParty;
  readonly beneficiary: TransferParty;
}

const placeOf = (id: string): SealedPlace => sealedPlace(TRAVEL_RULE_TRANSFERS, id, 'sealedParties');

export const sealParties = (sealer: Sealer, id: string, { originator, beneficiary }: TransferParties): string =>
  sealer.seal(JSON.stringify({ originator, beneficiary }), placeOf(id));

type Sealed = Pick<TravelRuleTransferRecord, 'id' | 'sealedParties'>;

export const openParties = (sealer: Sealer, { id, sealedParties }: Sealed): TransferParties =>
  JSON.parse(openSealed(sealer, sealedParties, placeOf(id))) as TransferParties;

/** The parties as JSON for an answer that only shows them; null if they cannot be opened. */
export const showParties = (sealer: Sealer, { id, sealedParties }: Sealed): string | null =>
  showSealed(sealer, sealedParties, placeOf(id));

import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import {
  CARD_DISPUTES,
  CARD_LOG,
  CARD_REFUNDS,
  CARDS,
  NETWORK_MESSAGES,
  SETTLEMENT_LINES,
  SETTLEMENT_PARTS,
} from '../cards/index.js';
import { ONE_TIME_CODES } from '../codes/index.js';
import { BLOCKS } from '../blocks/index.js';
import { BULK_IMPORTS, CUSTOMERS } from '../customers/index.js';
import { EVENTS, JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  ENVIRONMENTS,
  type Id,
  ID_TYPES,
  type IdType,
  isId,
  type KindOf,
  PENDING_COMMANDS,
  type Reads,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { AUDIT_RUNS, lineId, POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG, OPERATORS } from '../operators/index.js';
import { PLATFORMS, TOKENS } from '../platforms/index.js';
import { LOOKUPS, QUOTES } from '../quotes/index.js';
import { ERASURES, LEGAL_HOLDS } from '../retention/index.js';
import { SCA_ENROLLMENTS, SCA_RESETS } from '../sca/index.js';
import { PROVIDER_ACCOUNTS, STABLECOIN_OPERATIONS, STABLECOIN_QUOTES, STABLECOINS } from '../stablecoins/index.js';
import { ARRIVALS, DEPOSITS, RAIL_MESSAGES, refundedBy, TRANSACTIONS } from '../transactions/index.js';
import {
  SCREENED_PARTIES,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  SCREENING_ROUNDS,
  SCREENINGS,
} from '../screening/index.js';
import { SAFEGUARDING_REPORTS } from '../safeguarding/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { BOOKINGS, OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { INVITATIONS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, KYC_LINKS, VERIFICATIONS } from '../verification/index.js';
import { DELEGATED_KEYS, WALLET_CREDENTIALS, WALLET_SESSIONS } from '../wallets/index.js';
import { paymentIdOf } from './read-payment.js';

type Find = (reads: Reads, id: string) => Promise<readonly BaseRecord[]>;

const byId =
  <T extends BaseRecord>(kind: KindOf<T>): Find =>
  async (reads, id) =>
    present(await reads.get(kind, id));

const present = (record: BaseRecord | null): readonly BaseRecord[] => (record === null ? [] : [record]);

/** How the record of an id is found. The ids of the other types are of parts of records, which are found with them. */
const FIND: { readonly [T in IdType]?: Find } = {
  // A platform has a record in each of its environments.
  Platform: (reads, id) =>
    reads.getMany(
      PLATFORMS,
      ENVIRONMENTS.map((environment) => tenantKey(id as Id<'Platform'>, environment)),
    ),
  Token: byId(TOKENS),
  Customer: byId(CUSTOMERS),
  Block: byId(BLOCKS),
  LegalHold: byId(LEGAL_HOLDS),
  Erasure: byId(ERASURES),
  Screening: byId(SCREENINGS),
  ScreeningMatch: byId(SCREENING_MATCHES),
  ScreenedParty: byId(SCREENED_PARTIES),
  ScreeningRound: byId(SCREENING_ROUNDS),
  ScreeningCase: byId(SCREENING_CASES),
  ScreeningCaseLink: byId(SCREENING_CASE_LINKS),
  InternalAccount: byId(INTERNAL_ACCOUNTS),
  ExternalAccount: byId(EXTERNAL_ACCOUNTS),
  Verification: byId(VERIFICATIONS),
  BeneficialOwner: byId(BENEFICIAL_OWNERS),
  Document: byId(DOCUMENTS),
  KycLink: byId(KYC_LINKS),
  Quote: byId(QUOTES),
  Transaction: byId(TRANSACTIONS),
  Refund: async (reads, id) => present(await refundedBy(reads, id)),
  Deposit: byId(DEPOSITS),
  Exception: byId(EXCEPTIONS),
  Booking: byId(BOOKINGS),
  OutsidePayment: byId(OUTSIDE_PAYMENTS),
  SafeguardingReport: byId(SAFEGUARDING_REPORTS),
  TravelRuleTransfer: byId(TRAVEL_RULE_TRANSFERS),
  JournalEntry: (reads, id) => byId(POSTINGS)(reads, lineId(id as Id<'JournalEntry'>, 0)),
  Webhook: byId(EVENTS),
  Job: byId(JOBS),
  Request: byId(PENDING_COMMANDS),
  Lookup: byId(LOOKUPS),
  Arrival: byId(ARRIVALS),
  RailMessage: byId(RAIL_MESSAGES),
  Invitation: byId(INVITATIONS),
  AuthMethod: byId(WALLET_CREDENTIALS),
  Session: byId(WALLET_SESSIONS),
  DelegatedKey: byId(DELEGATED_KEYS),
  Card: byId(CARDS),
  Agent: byId(AGENTS),
  AgentAction: byId(AGENT_ACTIONS),
  CardRefund: byId(CARD_REFUNDS),
  CardSettlement: byId(SETTLEMENT_PARTS),
  CardSettlementLine: byId(SETTLEMENT_LINES),
  CardDispute: byId(CARD_DISPUTES),
  CardLog: byId(CARD_LOG),
  NetworkMessage: byId(NETWORK_MESSAGES),
  OneTimeCode: byId(ONE_TIME_CODES),
  ScaFactor: byId(SCA_ENROLLMENTS),
  ScaReset: byId(SCA_RESETS),
  BulkImport: byId(BULK_IMPORTS),
  StablecoinProviderAccount: byId(PROVIDER_ACCOUNTS),
  Stablecoin: byId(STABLECOINS),
  StablecoinQuote: byId(STABLECOIN_QUOTES),
  StablecoinOperation: byId(STABLECOIN_OPERATIONS),
  AuditRun: byId(AUDIT_RUNS),
  Operator: byId(OPERATORS),
  OperatorLog: byId(OPERATOR_LOG),
};

/** To whom an id belongs. */
export interface FoundRecord {
  readonly tenant: TenantKey;
  readonly type: IdType;
  readonly id: string;
  /** The id with which `timeline` finds the payment of the record; null if it belongs to none. */
  readonly paymentId: string | null;
}

/**
 * The record that an id names, over all tenants; of a platform, one for each of its environments. Empty for an unknown
 * id and for any other text. Only for operators: it crosses tenants.
 */
export const findAnywhere =
  (units: UnitOfWork) =>
  async (text: string): Promise<readonly FoundRecord[]> => {
    const id = text.trim();
    const type = ID_TYPES.find((candidate) => isId(candidate, id));
    const find = type === undefined ? undefined : FIND[type];
    if (type === undefined || find === undefined) return [];
    return units.read(null, async (reads) => {
      const records = await find(reads, id);
      const paymentId = records.length === 0 ? null : await paymentIdOf(reads, id);
      return records.map(({ tenant }) => ({ tenant, type, id, paymentId }));
    });
  };

import { BLOCKS } from '../blocks/index.js';
import { ADDRESS_COUNTERS, EXTERNAL_ACCOUNTS, FUNDING_ADDRESSES, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENT_USAGES, AGENTS } from '../agents/index.js';
import { CARD_LOG, CARD_REFUNDS, CARDS, NETWORK_MESSAGES } from '../cards/index.js';
import { CODE_SENDS, ONE_TIME_CODES } from '../codes/index.js';
import { BULK_IMPORTS, CUSTOMERS, IMPORT_CHUNKS, IMPORT_ERRORS, UMA_ADDRESSES } from '../customers/index.js';
import { EVENTS, FAILED_ATTEMPTS, JOBS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { FIGURE_HEADS, FIGURES } from '../figures/index.js';
import { type AnyKind, PENDING_COMMANDS, REMEMBERED_ANSWERS, SEARCH_TERMS } from '../kernel/index.js';
import { AUDIT_RUNS, BALANCES, CHECKPOINTS, POSITIONS, POSTINGS } from '../ledger/index.js';
import { ASSIGNMENTS, NOTES } from '../notes/index.js';
import { OPERATOR_LOG, OPERATOR_SESSIONS, OPERATORS, SIGN_IN_REFUSALS } from '../operators/index.js';
import { HOST_KEYS, PLATFORMS, TOKENS, WEBHOOK_KEYS } from '../platforms/index.js';
import { LOOKUPS, QUOTES } from '../quotes/index.js';
import { RAIL_RECORDS } from '../rails/index.js';
import { LIMIT_USAGES } from '../limits/index.js';
import { DAILY_VOLUMES } from '../rates/index.js';
import { ERASURES, LEGAL_HOLDS } from '../retention/index.js';
import { SCA_ENROLLMENTS, SCA_GUARDS, SCA_RESETS } from '../sca/index.js';
import { SCREENED_PARTIES, SCREENING_MATCHES, SCREENING_ROUNDS, SCREENINGS } from '../screening/index.js';
import { ANSWER_SEGMENTS, ARCHIVE_REMOVALS, ARCHIVE_SEGMENTS } from '../archive/index.js';
import { SEAL_ERASURES, SEAL_HEADS, SEALS } from '../seals/index.js';
import { PROVIDER_ACCOUNTS, STABLECOIN_OPERATIONS, STABLECOIN_QUOTES, STABLECOINS } from '../stablecoins/index.js';
import { TERMS } from '../terms/index.js';
import { ARRIVALS, DEPOSITS, FORMER_REFUNDS, RAIL_MESSAGES, RAIL_STEPS, TRANSACTIONS } from '../transactions/index.js';
import { SAFEGUARDING_REPORTS } from '../safeguarding/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { BOOKINGS, OUTSIDE_PAYMENTS } from '../treasury/index.js';
import { INVITATIONS, UMA_KEYS, UMA_NONCES, UMA_PEERS, UMA_RECEIPTS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, DOCUMENTS, KYC_LINKS, STORED_BLOBS, VERIFICATIONS } from '../verification/index.js';
import { DELEGATED_KEYS, WALLET_CREDENTIALS, WALLET_SESSIONS, WALLETS } from '../wallets/index.js';
import { VOUCHER_MONTHS, VOUCHERS } from '../vouchers/index.js';

/** Every record kind. Storages work from this list, and a test compares the migrations with it. */
export const RECORD_KINDS: readonly AnyKind[] = [
  REMEMBERED_ANSWERS,
  POSTINGS,
  BALANCES,
  CHECKPOINTS,
  POSITIONS,
  EVENTS,
  JOBS,
  FAILED_ATTEMPTS,
  PLATFORMS,
  TOKENS,
  HOST_KEYS,
  WEBHOOK_KEYS,
  BLOCKS,
  LEGAL_HOLDS,
  ERASURES,
  SCREENINGS,
  SCREENING_MATCHES,
  SCREENED_PARTIES,
  SCREENING_ROUNDS,
  NOTES,
  ASSIGNMENTS,
  CUSTOMERS,
  UMA_ADDRESSES,
  INTERNAL_ACCOUNTS,
  EXTERNAL_ACCOUNTS,
  ADDRESS_COUNTERS,
  FUNDING_ADDRESSES,
  TERMS,
  QUOTES,
  TRANSACTIONS,
  DEPOSITS,
  DAILY_VOLUMES,
  LIMIT_USAGES,
  LOOKUPS,
  ARRIVALS,
  RAIL_MESSAGES,
  RAIL_STEPS,
  RAIL_RECORDS,
  UMA_RECEIPTS,
  UMA_KEYS,
  UMA_PEERS,
  UMA_NONCES,
  INVITATIONS,
  PENDING_COMMANDS,
  WALLETS,
  WALLET_CREDENTIALS,
  WALLET_SESSIONS,
  DELEGATED_KEYS,
  VERIFICATIONS,
  BENEFICIAL_OWNERS,
  DOCUMENTS,
  STORED_BLOBS,
  KYC_LINKS,
  ONE_TIME_CODES,
  CODE_SENDS,
  SCA_ENROLLMENTS,
  SCA_GUARDS,
  SCA_RESETS,
  BULK_IMPORTS,
  IMPORT_CHUNKS,
  IMPORT_ERRORS,
  PROVIDER_ACCOUNTS,
  STABLECOINS,
  STABLECOIN_QUOTES,
  STABLECOIN_OPERATIONS,
  AGENTS,
  AGENT_USAGES,
  AGENT_ACTIONS,
  CARDS,
  CARD_REFUNDS,
  CARD_LOG,
  NETWORK_MESSAGES,
  EXCEPTIONS,
  BOOKINGS,
  SEALS,
  SEAL_HEADS,
  SEAL_ERASURES,
  ARCHIVE_SEGMENTS,
  ANSWER_SEGMENTS,
  ARCHIVE_REMOVALS,
  OPERATORS,
  OPERATOR_SESSIONS,
  SIGN_IN_REFUSALS,
  OPERATOR_LOG,
  FIGURES,
  FIGURE_HEADS,
  AUDIT_RUNS,
  FORMER_REFUNDS,
  OUTSIDE_PAYMENTS,
  SAFEGUARDING_REPORTS,
  TRAVEL_RULE_TRANSFERS,
  VOUCHERS,
  VOUCHER_MONTHS,
  SEARCH_TERMS,
];

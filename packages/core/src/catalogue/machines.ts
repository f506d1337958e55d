import { EXTERNAL_ACCOUNT, INTERNAL_ACCOUNT } from '../accounts/index.js';
import { AGENT_ACTION } from '../agents/index.js';
import { BLOCK } from '../blocks/index.js';
import { CARD, CARD_DISPUTE } from '../cards/index.js';
import { BULK_IMPORT, CONTACT_EMAIL, CONTACT_PHONE, KYB, KYC } from '../customers/index.js';
import { EVENT } from '../events/index.js';
import { EXCEPTION } from '../exceptions/index.js';
import type { Machine } from '../kernel/index.js';
import { AUDIT_RUN } from '../ledger/index.js';
import { OPERATOR } from '../operators/index.js';
import { QUOTE } from '../quotes/index.js';
import { SCA_ENROLLMENT, SCA_RESET } from '../sca/index.js';
import {
  ISSUANCE,
  PROVIDER_ACCOUNT,
  STABLECOIN_OPERATION,
  STABLECOIN_QUOTE,
  TOKEN_OPERATIONS,
} from '../stablecoins/index.js';
import { ERASURE, LEGAL_HOLD } from '../retention/index.js';
import { SCREENING, SCREENING_CASE, SCREENING_MATCH, SCREENING_ROUND } from '../screening/index.js';
import { TRAVEL_RULE_TRANSFER } from '../travel-rule/index.js';
import { OUTSIDE_PAYMENT } from '../treasury/index.js';
import { CARD_TRANSACTION, DEPOSIT, INCOMING, OUTGOING, REFUND } from '../transactions/index.js';
import { INVITATION, RECEIPT } from '../uma/index.js';
import { BENEFICIAL_OWNER, KYC_LINK, VERIFICATION } from '../verification/index.js';
import { DELEGATED_KEY, WALLET_CREDENTIAL, WALLET_SESSION } from '../wallets/index.js';

/** Every state machine. STATES.md is generated from this list, and one test checks all tables. */
export const MACHINES: readonly Machine[] = [
  EVENT,
  KYC,
  KYB,
  CONTACT_EMAIL,
  CONTACT_PHONE,
  BULK_IMPORT,
  INTERNAL_ACCOUNT,
  EXTERNAL_ACCOUNT,
  QUOTE,
  OUTGOING,
  INCOMING,
  REFUND,
  DEPOSIT,
  RECEIPT,
  INVITATION,
  WALLET_CREDENTIAL,
  WALLET_SESSION,
  DELEGATED_KEY,
  VERIFICATION,
  BENEFICIAL_OWNER,
  KYC_LINK,
  PROVIDER_ACCOUNT,
  ISSUANCE,
  TOKEN_OPERATIONS,
  STABLECOIN_QUOTE,
  STABLECOIN_OPERATION,
  SCA_ENROLLMENT,
  SCA_RESET,
  AGENT_ACTION,
  CARD,
  CARD_TRANSACTION,
  CARD_DISPUTE,
  EXCEPTION,
  OUTSIDE_PAYMENT,
  BLOCK,
  LEGAL_HOLD,
  ERASURE,
  SCREENING,
  SCREENING_MATCH,
  SCREENING_ROUND,
  SCREENING_CASE,
  OPERATOR,
  AUDIT_RUN,
  TRAVEL_RULE_TRANSFER,
];

import { AGENTS } from './agents.js';
import type { Move } from './area.js';
import { BLOCKS } from './blocks.js';
import { CANCELLATIONS } from './cancellations.js';
import { CARD_MOVES } from './cards.js';
import { DECISIONS } from './decisions.js';
import { FULL_ACCOUNTS } from './full-accounts.js';
import { HOSTS } from './hosts.js';
import { IDENTITY } from './identity.js';
import { KYC } from './kyc.js';
import { ONBOARDING } from './onboarding.js';
import { OPERATORS } from './operators.js';
import { PARTIES } from './parties.js';
import { PAYMENTS } from './payments.js';
import { RAIL_NEWS } from './rail-news.js';
import { RAILS } from './rails.js';
import { REGULATED } from './regulated.js';
import { RETURNS } from './returns.js';
import { SCREENING } from './screening.js';
import { SIGN_INS } from './sign-ins.js';
import { STABLECOINS } from './stablecoins.js';
import { TRAVEL_RULE } from './travel-rule.js';
import { WALLET_MOVES } from './wallets.js';

/** By area. A run leaves some of them out, but never the first two. */
export const AREAS: readonly (readonly Move[])[] = [
  PARTIES,
  HOSTS,
  IDENTITY,
  PAYMENTS,
  RAILS,
  CARD_MOVES,
  STABLECOINS,
  AGENTS,
  OPERATORS,
  ONBOARDING,
  WALLET_MOVES,
  SIGN_INS,
  RAIL_NEWS,
  REGULATED,
  CANCELLATIONS,
  FULL_ACCOUNTS,
  DECISIONS,
  RETURNS,
  BLOCKS,
  SCREENING,
  KYC,
  TRAVEL_RULE,
];

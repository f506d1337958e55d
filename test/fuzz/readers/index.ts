import type { Reader } from '../reader.js';
import { ACCOUNTS } from './accounts.js';
import { BANK_MESSAGES } from './bank-messages.js';
import { EVM } from './evm.js';
import { HTTP_CARDS } from './http-cards.js';
import { HTTP_KYC } from './http-kyc.js';
import { HTTP_TRAVEL_RULE } from './http-travel-rule.js';
import { HTTP_RAILS } from './http-rails.js';
import { HTTP_SCREENING } from './http-screening.js';
import { PROOFS } from './proofs.js';
import { RATES } from './rates.js';
import { REQUESTS } from './requests.js';
import { STORED_FILES } from './stored-files.js';
import { UMA } from './uma.js';

/** Every reader of bytes that others have written. */
export const READERS: readonly Reader[] = [
  ...ACCOUNTS,
  ...BANK_MESSAGES,
  ...EVM,
  ...HTTP_CARDS,
  ...HTTP_KYC,
  ...HTTP_TRAVEL_RULE,
  ...HTTP_RAILS,
  ...HTTP_SCREENING,
  ...PROOFS,
  ...RATES,
  ...REQUESTS,
  ...STORED_FILES,
  ...UMA,
];

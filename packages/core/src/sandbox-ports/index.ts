export { sandboxBankRail } from './bank-rail.js';
export { crc16 } from './br-code.js';
export { NO_REAL_MONEY, paymentAccount } from './collection-accounts.js';
export { manualKyc } from './manual-verification.js';
export { outcomeAt, refundAt } from './outcomes.js';
export { sandboxRates } from './rates.js';
export { reach } from './reach.js';
export { endingsBefore, sandboxKyc } from './verification.js';

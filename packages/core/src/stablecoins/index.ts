export * from './area.js';
export { ANSWERED_ORDER } from './screen-operation.js';
export type { PricedOrder } from './begin-operation.js';
export {
  continueHeldOperation,
  failHeldOperation,
  isWaitingOperation,
  operationParties,
  stakeOfOperation,
} from './hold-operation.js';
export type { LinkAccount } from './link-account.js';
export * from './operation.js';
export { creditedTo, doneLines, holdLines, ISSUER_CLEARINGS, issuerClearing, releaseLines } from './operation-books.js';
export { baseAmount, invalidInOrder, type OrderInput, type OrderRequest } from './order.js';
export * from './ports.js';
export * from './provider-account.js';
export { expireStablecoinQuote } from './quotes.js';
export type { RegisterStablecoin } from './register-stablecoin.js';
export * from './stablecoin.js';
export * from './stablecoin-quote.js';
export type { ProviderAccountFilter, StablecoinFilter, StablecoinOperationFilter } from './stablecoin-service.js';
export { auditBookedSupply } from './supply.js';
export * from './vocabulary.js';
export { shapedIssuer } from './shaped-issuer.js';

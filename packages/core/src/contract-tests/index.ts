export { cardIssuerContract, type CardIssuerContractOptions } from './card-issuer-contract.js';
export { messagesContract, type MessagesContractOptions, type MessagesUnderTest } from './messages-contract.js';
export { type KnownOutcome, railContract, type RailContractOptions } from './rail/rail-contract.js';
export { stablecoinIssuerContract, type StablecoinIssuerContractOptions } from './stablecoin-issuer-contract.js';
export {
  type DatabaseUnderTest,
  storageContract,
  type StorageContractOptions,
  type StorageUnderTest,
} from './storage/storage-contract.js';
export type { Matchers, TestRunner } from './test-runner.js';

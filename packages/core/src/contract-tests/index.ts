export {
  type DatabaseUnderTest,
  storageContract,
  type StorageContractOptions,
  type StorageUnderTest,
} from './storage/storage-contract.js';
export type { Matchers, TestRunner } from './test-runner.js';
export { type KnownOutcome, railContract, type RailContractOptions } from './rail/rail-contract.js';

/** The records of the contract, for tests of one backend. */
export * from '../../../core/src/contract-tests/storage/records.js';

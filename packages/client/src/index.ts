export { type ErrorBody, type InvalidField } from './api-error.js';
export {
  type AgentCredential,
  ApiError,
  ConnectionError,
  Corridor,
  type ItemOf,
  type ListOperation,
  type Operation,
  type Options,
  type PlatformCredential,
  type ResultOf,
} from './corridor.js';
export { type Fetch, type FetchInit, type FetchResponse } from './retrying-fetch.js';
export * from './generated/errors.gen.js';
export type * from './generated/types.gen.js';

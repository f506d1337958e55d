export { type ErrorBody, type InvalidField } from './api-error.js';
export {
  type AgentCredential,
  ApiError,
  ConnectionError,
  Corridor,
  type ItemOf,
  type ListOperation,
  type Options,
  type PlatformCredential,
} from './corridor.js';
export * from './generated/errors.gen.js';
export type * from './generated/types.gen.js';

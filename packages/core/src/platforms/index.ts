export { CODE_PLACE, isUnregistered, redirectUri, unregistered } from './app-uris.js';
export * from './area.js';
export {
  CONFIG_LIMITS,
  type ConfigPatch,
  FEE_TYPES,
  type FeeConfigInput,
  invalidInConfig,
  type PlatformCurrencyInput,
} from './config-fields.js';
export * from './create-platform.js';
export * from './existing-platforms.js';
export * from './over-platforms.js';
export type { OperatorSettings } from './operator-settings.js';
export * from './payment-limit.js';
export * from './permissions.js';
export * from './platform.js';
export * from './platform-config.js';
export type { ProviderRequirements } from './provider-requirements.js';
export type { Session } from './sessions.js';
export { shownEndpoint } from './shown-endpoint.js';
export { invalidInNewToken, type IssuedToken, type NewToken, type TokenFilter } from './token-service.js';
export { type DomainRecords, proofOf, SANDBOX_UMA_DOMAIN } from './uma-domain.js';
export type { KeyOwner, VerificationKeys } from './webhook-keys.js';

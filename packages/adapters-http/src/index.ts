export { networks } from './app/client-address.js';
export { createApp } from './app/create-app.js';
export { ERROR_SCHEMAS } from './app/error-schemas.js';
export { STATUS_OF } from './app/errors.js';
export { openApiDocument } from './app/openapi.js';
export type { Operation } from './app/operation.js';
export {
  type App,
  type AppOptions,
  type AppPorts,
  CONSOLE_PATH,
  type ConsoleOptions,
  type DocumentOptions,
  type FoundRecord,
  INVITATION_PATH,
  type Log,
  type Metrics,
  type RailReport,
  SITE_PATH,
  VERIFY_PATH,
  VERSION,
} from './app/options.js';
export {
  createKnownNames,
  createLimits,
  hashedName,
  type KnownNames,
  type Limits,
  type OwnLimits,
  type RateLimit,
  type Wait,
} from './app/rate-limit.js';
export { responseFaults } from './app/response-check.js';
export { packagedSite } from './app/packaged-site.js';
export { createConsoleApp } from './console/console-app.js';
export { createSignInLimits, type OwnSignInLimits, type SignInLimits } from './console/sign-in/attempts.js';
export { serializeExternalAccount, serializeInternalAccount } from './accounts/serialize.js';
export { serializeCustomer } from './customers/serialize.js';
export { serializeEvent } from './events/serialize.js';
export { operations } from './operations.js';
export { UPLOAD_WITHIN_MS } from './app/upload.js';
export { serializeQuote } from './quotes/serialize.js';
export { serializeTransaction } from './transactions/serialize.js';

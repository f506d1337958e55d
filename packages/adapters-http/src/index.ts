export { networks } from './kit/client-address.js';
export { createApp } from './server/create-app.js';
export { ERROR_SCHEMAS } from './server/error-schemas.js';
export { STATUS_OF } from './kit/errors.js';
export { openApiDocument } from './server/openapi.js';
export type { Operation } from './kit/operation.js';
export {
  type App,
  type AppOptions,
  type AppPorts,
  CONSOLE_PATH,
  PROVIDER_ANSWER,
  type ConsoleMount,
  type ConsolePorts,
  type DocumentOptions,
  INVITATION_PATH,
  type Log,
  type Metrics,
  type RailReport,
  SITE_PATH,
  VERIFY_PATH,
  VERSION,
} from './kit/options.js';
export {
  createKnownNames,
  createLimits,
  hashedName,
  type KnownNames,
  type Limits,
  type OwnLimits,
  type RateLimit,
  type Wait,
} from './kit/rate-limit.js';
export { responseFaults } from './server/response-check.js';
export { packagedSite } from './server/packaged-site.js';
export { createConsoleApp } from './server/console-app.js';
export { serializeExternalAccount, serializeInternalAccount } from './api/accounts/serialize.js';
export { serializeCustomer } from './api/customers/serialize.js';
export { serializeEvent } from './api/events/serialize.js';
export { operations } from './server/operations.js';
export { UPLOAD_WITHIN_MS } from './kit/upload.js';
export { serializeQuote } from './api/quotes/serialize.js';
export { serializeTransaction } from './api/transactions/serialize.js';

export * from './base64.js';
export * from './canonical.js';
export * from './cause.js';
export * from './change.js';
export * from './commands.js';
export * from './context.js';
export * from './error-remedies.js';
export * from './errors.js';
export * from './forget.js';
export * from './ids.js';
export * from './optional-package.js';
export * from './outside-answer.js';
export * from './pagination.js';
export * from './pending-command.js';
export * from './ports.js';
export * from './record.js';
export * from './result.js';
export * from './sandbox-suffix.js';
export * from './sealed.js';
/** Checks of what ports answer, for all areas. */
export * as shapes from './shape.js';
export { type Shape } from './shape.js';
/** Checks of input from outside, for all areas. */
export * as rules from './rules.js';
export * from './states.js';
export * from './time.js';
export * from './tracing.js';
export * from './unit.js';

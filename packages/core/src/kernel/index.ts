export * from './canonical.js';
export * from './change.js';
export * from './commands.js';
export * from './context.js';
export * from './errors.js';
export * from './forget.js';
export * from './ids.js';
export * from './pagination.js';
export * from './pending-command.js';
export * from './ports.js';
export * from './record.js';
export * from './result.js';
export * from './sandbox-suffix.js';
export * from './sealed.js';
/** Checks of what comes from outside, for all areas. */
export * as rules from './rules.js';
export * from './states.js';
export * from './time.js';
export * from './unit.js';

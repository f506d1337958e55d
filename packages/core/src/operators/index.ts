export * from './access.js';
export * from './action.js';
export * from './approvals.js';
export * from './operator.js';
export * from './operator-log.js';
export * from './read-log.js';
export * from './run-action.js';
export * from './sessions.js';

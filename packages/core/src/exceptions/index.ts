export * from './bearers.js';
export * from './exception.js';
export * from './movement.js';
export * from './open-exception.js';
export * from './open-exceptions.js';
export * from './overdue-exceptions.js';
export * from './overdue-receivable.js';
export * from './read-exceptions.js';

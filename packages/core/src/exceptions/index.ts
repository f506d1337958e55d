export * from './exception.js';
export * from './open-exception.js';
export * from './overdue-receivable.js';

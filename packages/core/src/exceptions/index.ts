export * from './exception.js';
export * from './open-exception.js';

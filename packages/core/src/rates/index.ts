export * from './ports.js';
export * from './rate-book.js';

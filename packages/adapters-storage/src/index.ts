export * from './port/storage.js';

export * from './database-blobs.js';
export * from './file-blobs.js';

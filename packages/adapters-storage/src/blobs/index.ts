export * from './database-blobs.js';
export * from './file-archive.js';
export * from './file-blobs.js';
export * from './voucher-cipher.js';

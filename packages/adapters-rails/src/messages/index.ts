export * from './by-channel.js';
export * from './console.js';
export * from './smtp.js';
export * from './webhook.js';

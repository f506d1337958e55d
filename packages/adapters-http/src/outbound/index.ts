export * from './address-guard.js';
export * from './outbound-http.js';
export * from './webhook-transport.js';

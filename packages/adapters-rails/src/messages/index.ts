export * from './approver-notices.js';
export * from './by-channel.js';
export * from './console.js';
export { createSmtpMessages, type SmtpMessages, type SmtpOptions } from './smtp.js';
export * from './webhook.js';

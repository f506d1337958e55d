export * from './area.js';
export { forgetCodes } from './codes.js';
export { enteredCode, makeCode } from './make-code.js';
export * from './one-time-code.js';
export * from './policy.js';
export * from './ports.js';
export { type Addressee, CODE_SENDS, type CodeSends } from './sends.js';
export { shapedMessages } from './shaped-messages.js';

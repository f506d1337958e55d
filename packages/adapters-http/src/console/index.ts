export { createConsole } from './app/create-console.js';
export type { ConsoleOptions } from './kit/options.js';
export { createSignInLimits, type OwnSignInLimits, type SignInLimits } from './kit/sign-in-limits.js';

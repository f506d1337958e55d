export type { SessionView as OperatorSessionView } from './account.js';
export * from './area.js';
export type { Client as OperatorClient, SignInStarted, Started as StartedSession } from './enrol.js';
export type { FactorMethod, FactorStart, NewFactor, PasswordStart } from './factors.js';
export type { Automated, Invited, NewOperator, OperatorView } from './invite.js';
export { PASSWORD_LENGTH } from './password-rules.js';
export * from './ports.js';
export type { PasskeyChallenge as OperatorChallenge, PasswordSignIn } from './sign-in.js';

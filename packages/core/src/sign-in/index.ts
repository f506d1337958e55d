export type { SessionView as OperatorSessionView } from './account.js';
export * from './area.js';
export type { Client as OperatorClient, SignInStarted, Started as StartedSession } from './enrol.js';
export type {
  FactorMethod,
  FactorStart,
  NewFactor,
  PasskeyChallenge as OperatorChallenge,
  PasswordStart,
} from './factors.js';
export type { Automated, Invited, NewOperator, OperatorView } from './invite.js';
export { PASSWORD_LENGTH } from './password-rules.js';
export * from './ports.js';
export { ASK_SECONDS, CONFIRMED_SECONDS } from './confirm.js';
export { PROVIDER_SECONDS, type ProviderStart } from './provider-sign-in.js';
export type { Proof as OperatorProof } from './proof.js';
export type { PasswordSignIn } from './sign-in.js';

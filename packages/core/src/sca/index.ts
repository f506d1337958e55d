export * from './area.js';
export { type ChallengePorts, openChallenge, resendCode, type ScaAction, type ScaChallenge } from './challenge.js';
export type { Enrolled, EnrollmentProof, EnrollmentStart } from './enroll-factor.js';
export * from './factor.js';
export type { ScaFactorView } from './factor-service.js';
export { acceptProof, lockOf, type LockState, SCA_GUARDS, type ScaGuard } from './guard.js';
export { type CompleteLogin, invalidInLogin, type Login, type LoginStart, type StartLogin } from './login.js';
export { passkeyPlaceOf } from './passkey-place.js';
export * from './ports.js';
export { type ExaminedProof, examineProof, invalidInProof, type ProofPorts, prove, type ScaProof } from './proof.js';
export * from './reset.js';
export {
  type CompleteReset,
  RESET_VERDICTS,
  type ResetKey,
  type ResetStart,
  type ResetView,
  type StartReset,
} from './reset-factor.js';
export type { ResetInReview, ScaStanding } from './resets-in-review.js';
export * from './security-event.js';
export type { GuardRead } from './session.js';
export { SANDBOX_CODE } from './totp-proof.js';
export type { ConfirmTrust, TrustChange } from './trust.js';
export { isTrustedBy, mustBeTrusted } from './trusted-beneficiary.js';
export {
  creationOptions,
  discoverableOptions,
  readAssertion,
  readAttestation,
  type WebAuthnJson,
} from './webauthn-json.js';

import { enteredCode } from '../codes/index.js';
import { type Context, type Digest, type Sealer, splitTenant } from '../kernel/index.js';
import { type ScaEnrollment, secretOf } from './factor.js';
import type { Totp } from './ports.js';
import { recoveryDigest } from './recovery-codes.js';

export interface TotpProofPorts {
  readonly totp: Totp;
  readonly sealer: Sealer;
  readonly digest: Digest;
}

/** The code that every authenticator app accepts in the sandbox. */
export const SANDBOX_CODE = '123456';

/** The state that a used code changes. */
export type UsedCode = Pick<ScaEnrollment, 'usedStep' | 'recoveryCodes'>;

/**
 * The state to store if the code is right; null if it is wrong. A code is valid once: neither it nor one of an earlier
 * time step is accepted again. A used recovery code is removed. Authenticator apps use real time, so a test clock does
 * not apply.
 */
export function provesTotp(
  { totp, sealer, digest }: TotpProofPorts,
  ctx: Context,
  { id, sealedSecret, usedStep, recoveryCodes }: ScaEnrollment,
  entered: string,
): UsedCode | null {
  if (sealedSecret === null) return null;
  const code = enteredCode(entered);
  if (code === SANDBOX_CODE && splitTenant(ctx.tenant).environment === 'SANDBOX') return { usedStep, recoveryCodes };
  const step = totp.stepOf(sealer.open(sealedSecret, secretOf(id)), code, ctx.hostNow);
  if (step !== null) return usedStep === null || step > usedStep ? { usedStep: step, recoveryCodes } : null;
  const recovery = recoveryDigest(digest, id, code);
  if (!recoveryCodes.includes(recovery)) return null;
  return { usedStep, recoveryCodes: recoveryCodes.filter((other) => other !== recovery) };
}

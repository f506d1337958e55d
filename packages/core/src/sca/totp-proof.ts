import { type Context, type Digest, type Sealer, splitTenant } from '../kernel/index.js';
import { type ScaEnrollment, secretOf } from './factor.js';
import type { Totp } from './ports.js';
import { recoveryDigest } from './recovery-codes.js';

export interface TotpProofPorts {
  readonly totp: Totp;
  readonly sealer: Sealer;
  readonly digest: Digest;
}

/** The code of everybody in the sandbox (behaviour, "Sandbox"). */
export const SANDBOX_CODE = '123456';

/** What a factor remembers of a code that was used. */
export type UsedCode = Pick<ScaEnrollment, 'usedStep' | 'recoveryCodes'>;

/**
 * What is to be stored where the code is right; null where it is not. A code counts once: neither it nor one of an
 * earlier step counts again. A recovery code is taken out. Authenticator apps live in the host's time, whatever a test
 * clock says.
 */
export function provesTotp(
  { totp, sealer, digest }: TotpProofPorts,
  ctx: Context,
  { id, sealedSecret, usedStep, recoveryCodes }: ScaEnrollment,
  code: string,
): UsedCode | null {
  if (sealedSecret === null) return null;
  if (code === SANDBOX_CODE && splitTenant(ctx.tenant).environment === 'SANDBOX') return { usedStep, recoveryCodes };
  const step = totp.stepOf(sealer.open(sealedSecret, secretOf(id)), code, ctx.hostNow);
  if (step !== null) return usedStep === null || step > usedStep ? { usedStep: step, recoveryCodes } : null;
  const recovery = recoveryDigest(digest, id, code);
  if (!recoveryCodes.includes(recovery)) return null;
  return { usedStep, recoveryCodes: recoveryCodes.filter((other) => other !== recovery) };
}

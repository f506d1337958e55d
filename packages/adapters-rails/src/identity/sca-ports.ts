import type { ScaPorts } from '@corridor/core/ports';
import { createLivenessChecks } from './liveness.js';
import { createTotp } from './totp.js';

/** The ports of strong customer authentication, implemented without an external provider. */
export const scaPorts = (): ScaPorts => ({ totp: createTotp(), liveness: createLivenessChecks() });

import type { ScaPorts } from '@corridor/core/ports';
import { createLivenessChecks } from './liveness.js';
import { createTotp } from './totp.js';

/** What a core needs for strong customer authentication, without anybody outside. */
export const scaPorts = (): ScaPorts => ({ totp: createTotp(), liveness: createLivenessChecks() });

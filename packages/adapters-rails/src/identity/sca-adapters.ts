import type { ScaAdapters } from '@corridor/core';
import { createLivenessChecks } from './liveness.js';
import { createTotp } from './totp.js';

/** What a core needs for strong customer authentication, without anybody outside. */
export const scaAdapters = (): ScaAdapters => ({ totp: createTotp(), liveness: createLivenessChecks() });

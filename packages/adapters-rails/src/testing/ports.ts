import { createHash } from 'node:crypto';
import type { Digest } from '@corridor/core/ports';

export const digest: Digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };

import { randomBytes } from 'node:crypto';

export const bytes = randomBytes(16);

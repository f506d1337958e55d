import { createECDH } from 'node:crypto';

export const key = createECDH('prime256v1');

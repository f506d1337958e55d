import { sha256 } from '@noble/hashes/sha2.js';

export const digest = sha256;

import { sha256 } from '@noble/hashes/sha2.js';
import { CURRENCIES } from '../money/index.js';
import { QUOTE } from './quote-states.js';

export const allowed = [sha256, CURRENCIES, QUOTE];

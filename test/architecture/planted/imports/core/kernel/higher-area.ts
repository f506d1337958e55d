import type { Quote } from '../quotes/index.js';

export type Subject = Quote;

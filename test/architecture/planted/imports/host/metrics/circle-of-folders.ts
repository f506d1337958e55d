import type { Traced } from '../tracing/circle-of-folders.js';

export type Counted = Traced | 0;

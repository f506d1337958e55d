import type { Core } from '../service/index.js';

export type Quoting = Core['quotes'];

import type { Step } from '../unit/steps.js';

export type Planned = Step;

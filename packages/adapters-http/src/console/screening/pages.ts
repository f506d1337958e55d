import type { Route } from '../kit/route.js';
import { decisionForms } from './decision-forms.js';
import { hitPage } from './hit-page.js';
import { hitList } from './list.js';
import { transferList } from './travel-rule.js';

export const screeningPages: readonly Route[] = [...hitList, hitPage, ...decisionForms, ...transferList];

import type { Route } from '../kit/route.js';
import { documentPages } from './documents.js';
import { numberForms } from './number-forms.js';
import { reviewLists } from './lists.js';
import { resetPages } from './reset-pages.js';
import { verificationPages } from './verification-pages.js';

export const reviewPages: readonly Route[] = [
  ...reviewLists,
  ...verificationPages,
  ...documentPages,
  ...numberForms,
  ...resetPages,
];

import { approvalPages } from '../approvals/pages.js';
import { casePages } from '../cases/pages.js';
import { customerPages } from '../customers/pages.js';
import { exceptionPages } from '../exceptions/pages.js';
import { ledgerPages } from '../ledger/pages.js';
import { logPages } from '../log/pages.js';
import { operatorPages } from '../operators/pages.js';
import { overviewPages } from '../overview/pages.js';
import { paymentPages } from '../payments/pages.js';
import { platformPages } from '../platforms/pages.js';
import { railPages } from '../rails/pages.js';
import { reconciliationPages } from '../reconciliation/pages.js';
import { reviewPages } from '../review/pages.js';
import type { Route } from '../kit/route.js';
import { screeningPages } from '../screening/pages.js';
import { searchPages } from '../search/pages.js';
import { sandboxPages } from '../sandbox/pages.js';
import { webhookPages } from '../webhooks/pages.js';

/** Every page, form, list and file of the console. */
export const allRoutes: readonly Route[] = [
  ...overviewPages,
  ...paymentPages,
  ...customerPages,
  ...reviewPages,
  ...exceptionPages,
  ...screeningPages,
  ...casePages,
  ...reconciliationPages,
  ...railPages,
  ...webhookPages,
  ...ledgerPages,
  ...platformPages,
  ...sandboxPages,
  ...approvalPages,
  ...operatorPages,
  ...logPages,
  ...searchPages,
];

import { approvalPages } from './approvals/pages.js';
import { logPages } from './log/pages.js';
import { operatorPages } from './operators/pages.js';
import { overviewPages } from './overview/pages.js';
import { platformPages } from './platforms/pages.js';
import type { Route } from './route.js';
import { sandboxPages } from './sandbox/pages.js';

/** Every page, form, list and file of the console. */
export const allRoutes: readonly Route[] = [
  ...overviewPages,
  ...platformPages,
  ...sandboxPages,
  ...approvalPages,
  ...operatorPages,
  ...logPages,
];

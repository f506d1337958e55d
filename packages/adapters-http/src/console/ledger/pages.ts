import type { Route } from '../kit/route.js';
import { auditPages } from './audits.js';
import { balancePages } from './balance-pages.js';
import { entryPages } from './entries.js';

export const ledgerPages: readonly Route[] = [...balancePages, ...entryPages, ...auditPages];

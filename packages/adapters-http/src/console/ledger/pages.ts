import type { Route } from '../kit/route.js';
import { auditPages } from './audits.js';
import { balancePages } from './balance-pages.js';
import { entryPages } from './entries.js';
import { houseJournal, tenantJournal } from './journal-pages.js';
import { safeguardingPages } from './safeguarding.js';

export const ledgerPages: readonly Route[] = [
  ...balancePages,
  houseJournal,
  tenantJournal,
  ...entryPages,
  ...auditPages,
  ...safeguardingPages,
];

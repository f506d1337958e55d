import { externalAccountList } from './external-account-list.js';
import type { Route } from '../kit/route.js';
import { accountForms } from './account-forms.js';
import { accountPage } from './account-page.js';
import { agentPages } from './agent-pages.js';
import { cardPages } from './card-pages.js';
import { customerExport } from './customer-export.js';
import { customerBlockForms, customerLimitForms, customerNotePages } from './customer-forms.js';
import { customerTabs } from './customer-page.js';
import { customerHoldForms } from './hold-forms.js';
import { externalAccountPages } from './external-account-page.js';
import { customerList } from './list.js';
import { statementPages } from './statement-pages.js';

export const customerPages: readonly Route[] = [
  ...customerList,
  ...customerTabs,
  customerExport,
  ...customerBlockForms,
  ...customerLimitForms,
  ...customerHoldForms,
  ...customerNotePages,
  ...externalAccountList,
  ...externalAccountPages,
  accountPage,
  ...accountForms,
  ...statementPages,
  ...agentPages,
  ...cardPages,
];

import type { Route } from '../kit/route.js';
import { accountPages } from './account-page.js';
import { agentPages } from './agent-pages.js';
import { cardPages } from './card-pages.js';
import { customerBlockForms, customerNotePages, customerPage } from './customer-page.js';
import { externalAccountPages } from './external-account-page.js';
import { customerList } from './list.js';
import { statementPages } from './statement-pages.js';

export const customerPages: readonly Route[] = [
  ...customerList,
  customerPage,
  ...customerBlockForms,
  ...customerNotePages,
  ...externalAccountPages,
  ...accountPages,
  ...statementPages,
  ...agentPages,
  ...cardPages,
];

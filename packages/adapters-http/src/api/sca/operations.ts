import type { Operation } from '../../kit/operation.js';
import { factorOperations } from './factor-operations.js';
import { loginOperations } from './login-operations.js';
import { resetOperations } from './reset-operations.js';
import { trustOperations } from './trust-operations.js';
import { quoteAuthorizations } from './quote-operations.js';

export const scaOperations: readonly Operation[] = [
  ...factorOperations,
  ...loginOperations,
  ...resetOperations,
  ...trustOperations,
  ...quoteAuthorizations,
];

import type { Operation } from '../../kit/operation.js';
import { walletAccountOperations } from './account-operations.js';
import { credentialOperations } from './credential-operations.js';
import { sessionOperations } from './session-operations.js';
import { delegatedKeyOperations } from './delegated-key-operations.js';

export const walletOperations: readonly Operation[] = [
  ...walletAccountOperations,
  ...credentialOperations,
  ...sessionOperations,
  ...delegatedKeyOperations,
];

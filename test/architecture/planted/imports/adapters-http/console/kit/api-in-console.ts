import type { externalAccount } from '../../api/accounts/schemas.js';

export type Account = typeof externalAccount;

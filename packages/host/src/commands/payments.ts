import { actionCommand } from './action-command.js';
import { isNow } from './action-lines.js';
import { OF_ITS_PLATFORM } from './action-tenants.js';
import type { Command } from './command.js';

export const PAYMENT_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'payments.cancel',
    note: 'The rail is asked first: a payment that it has sent is not cancelled.',
    tenant: OF_ITS_PLATFORM,
    prints: isNow,
  }),
];

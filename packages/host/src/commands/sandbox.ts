import { toIso } from '@corridor/core';
import { actionCommand } from './action-command.js';
import { isNow } from './action-lines.js';
import { OF_SANDBOX } from './action-tenants.js';
import type { Command } from './command.js';
import { amountText } from '@corridor/core/internal';

const tokenLine = ({ issuerToken }: { readonly issuerToken: string }): readonly string[] => [
  `card transaction at the issuer: ${issuerToken}`,
];

/** The simulations of the sandbox, as the console has them. `trigger` and `seed` play whole scenes. */
export const SANDBOX_COMMANDS: readonly Command[] = [
  actionCommand({
    action: 'sandbox.advance-clock',
    summary: 'Move the test clock of a platform ahead',
    tenant: OF_SANDBOX,
    prints: ({ now, aheadSeconds }) => [`${toIso(now)}, ${aheadSeconds} seconds ahead`],
  }),
  actionCommand({
    action: 'sandbox.fund',
    tenant: OF_SANDBOX,
    prints: ({ account, available, held }) => [
      `${account.id} has ${amountText(available, account.currency)}, and holds ${amountText(held, account.currency)}`,
    ],
  }),
  actionCommand({ action: 'sandbox.pay-quote', tenant: OF_SANDBOX, prints: isNow }),
  actionCommand({
    action: 'sandbox.deposit',
    tenant: OF_SANDBOX,
    prints: ({ arrival, transaction }) => [
      `the money is ${arrival.outcome}${transaction === null ? '' : ` as ${transaction.id}`}`,
    ],
  }),
  actionCommand({ action: 'sandbox.receive-uma', tenant: OF_SANDBOX, prints: isNow }),
  actionCommand({ action: 'sandbox.use-card', tenant: OF_SANDBOX, prints: tokenLine }),
  actionCommand({ action: 'sandbox.card-message', tenant: OF_SANDBOX, prints: tokenLine }),
  actionCommand({
    action: 'sandbox.test-webhook',
    summary: 'Send a test event to the webhook endpoint of a platform',
    tenant: OF_SANDBOX,
    prints: ({ responseStatus }) => [`the endpoint answered ${responseStatus}`],
  }),
];

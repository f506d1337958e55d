import { invalidInConfig } from '@corridor/core/internal';
import { command, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { CONFIG_EXAMPLE, DOLLARS_EXAMPLE, EUROS_EXAMPLE } from './examples.js';
import { platformConfig, platformConfigUpdate } from './schemas.js';
import { serializePlatform } from './serialize.js';

const TAG = 'Platform Configuration';

export const platformOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/config',
    operationId: 'getPlatformConfig',
    tag: TAG,
    summary: 'Read the platform configuration',
    description: `Returns the settings of the calling platform in the environment of the token: the sandbox and
production have separate settings. What the providers of the service require of customers is shown with each currency,
and can change with the providers.`,
    permission: 'VIEW',
    responses: { 200: platformConfig },
    outcomes: { 200: 'The settings as they are now, including those that only the operator of the host can change.' },
    examples: [{ title: 'Read the settings', status: 200, answer: CONFIG_EXAMPLE }],
    reads: (core) => core.platforms.getConfig,
    input: () => undefined,
    serialize: serializePlatform,
  }),
  command({
    method: 'PATCH',
    path: '/config',
    operationId: 'updatePlatformConfig',
    tag: TAG,
    summary: 'Change the platform configuration',
    description: `Changes the settings that the body names; all others stay as they are. \`supportedCurrencies\`
replaces the whole list: read it first, and send it complete. A currency that is removed can no longer be used for new
payments; its balances remain. Limits and fees apply to quotes and transfers that are created afterwards, also on other
hosts within a second.

In production a new \`umaDomain\` stays pending until its DNS has the record that \`pendingUmaDomain\` shows. Sending
the same domain again looks the record up at once.

**Events:** \`TEST\` to a new \`webhookEndpoint\`, so that you see whether it works.`,
    permission: 'MANAGE',
    body: platformConfigUpdate,
    responses: { 200: platformConfig },
    outcomes: { 200: 'All settings after the change.' },
    refusals: {
      INVALID_INPUT:
        'A setting breaks a rule; `details.errors` names each one. Among them: the UMA domain belongs to another ' +
        'platform or to the service, `minAmount` is above `maxAmount`, or a currency appears twice.',
      NOT_IMPLEMENTED:
        'A fee is in another currency than USD, or the platform has no internal account in USD to collect it.',
    },
    examples: [
      {
        title: 'Receive webhooks',
        status: 200,
        body: { webhookEndpoint: 'https://platform.example.com/webhooks' },
        answer: CONFIG_EXAMPLE,
      },
      {
        title: 'Charge a fee',
        status: 200,
        body: { feeConfigs: CONFIG_EXAMPLE.feeConfigs },
        answer: CONFIG_EXAMPLE,
      },
      {
        title: 'Set currencies and their limits',
        status: 200,
        body: { supportedCurrencies: [DOLLARS_EXAMPLE, EUROS_EXAMPLE] },
        answer: {
          ...CONFIG_EXAMPLE,
          supportedCurrencies: [DOLLARS_EXAMPLE, EUROS_EXAMPLE].map((currency) => ({
            ...currency,
            providerRequiredCustomerFields: [],
            providerRequiredCounterpartyCustomerFields: [],
          })),
        },
      },
    ],
    useCase: (core) => core.platforms.updateConfig,
    input: ({ body }) => body,
    invalid: invalidInConfig,
    serialize: serializePlatform,
  }),
];

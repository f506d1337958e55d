import { expect, it } from 'vitest';
import { allRoutes } from '../../packages/adapters-http/src/console/app/pages.js';
import { matcherOf } from '../../packages/adapters-http/src/console/app/router.js';
import { pageOf } from '../../packages/host/src/running-host/event-line.js';

const UUID = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
const place = { url: '', platformId: `Platform:${UUID}`, environment: 'SANDBOX' } as const;
const pageFor = matcherOf(allRoutes);

/** The records that events are about. */
const RECORDS = [
  ...['Transaction', 'Customer', 'Verification', 'ExternalAccount', 'InternalAccount', 'BulkImport'],
  ...['AgentAction', 'Card', 'Invitation', 'Quote', 'Exception'],
];

it.each(RECORDS)('the link of an event about a %s leads to the page of the record, or else of the event', (record) => {
  const link = pageOf(place, { id: `Webhook:${UUID}`, resource: `${record}:${UUID}` });
  const shown = allRoutes.some(({ shows }) => shows === record) ? record : 'Webhook';
  expect(pageFor(link)?.route.shows).toBe(shown);
  expect(link).toContain(`${shown}:${UUID}`);
});

it('the link of a test webhook leads to the page of the event', () => {
  const link = pageOf(place, { id: `Webhook:${UUID}`, resource: `Platform:${UUID}/SANDBOX` });
  expect(pageFor(link)?.route.shows).toBe('Webhook');
});

import { expect, it } from 'vitest';
import { html } from '../../pages/html.js';
import { type DepositFacts, placeOfDeposit } from './place-of-deposit.js';

const VISIT = { pathOf: ({ id }: { readonly id: string }) => `/${id}`, place: { tenant: 'P/SANDBOX' } } as never;
const ACCOUNT = 'InternalAccount:1';

const said = (status: string, facts: Partial<DepositFacts> = {}, creditedAs: string | null = null): string => {
  const deposit = { status, ownerId: 'Customer:1', creditedAs } as DepositFacts['deposit'];
  const known = { deposit, isBlocked: false, isUndecided: false, decision: null, ...facts };
  return html`${placeOfDeposit(VISIT, known, (id) => `the account ${id}`)}`.text.replaceAll(/\s+/g, ' ');
};
const by = (resolution: string, account: string | null = null) =>
  ({ decision: { resolution, account } }) as Partial<DepositFacts>;

it.each([
  ['waits', said('KEPT', { isUndecided: true }), 'was not credited: it waits for a decision of an operator.'],
  ['waits for an answer', said('KEPT'), 'is not credited yet: it waits for an answer about its sender.'],
  ['is held by a block', said('KEPT', { isBlocked: true, isUndecided: true }), 'is held by a block'],
  ['goes back', said('IN_SUSPENSE', by('RETRIED')), 'is to go back to its sender'],
  ['was sent back', said('RETURNED', by('RETRIED')), 'was not credited: it was sent back to its sender.'],
  ['was reversed', said('REVERSED', by('REFUSED')), 'its rail reversed the arrival'],
  ['was credited', said('RESOLVED', by('CREDITED', ACCOUNT)), `It was credited to the account ${ACCOUNT} by`],
  ['was cleared', said('RESOLVED', {}, 'Transaction:1'), 'after the answer about its sender.'],
  ['was paid elsewhere', said('RESOLVED', by('PAID_ELSEWHERE')), 'An operator booked it as paid outside the service.'],
  ['was written off', said('RESOLVED', by('WRITTEN_OFF')), 'An operator decided that the service keeps it.'],
])('says of a deposit that it %s', (_, text, expected) => {
  expect(text).toContain(expected);
  expect(text.includes('waits for a decision')).toBe(expected.includes('waits for a decision'));
});

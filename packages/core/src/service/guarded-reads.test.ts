import { expect, it } from 'vitest';
import type { Accounts } from '../accounts/index.js';
import { type Context, ok, type Query, type Reads } from '../kernel/index.js';
import type { GuardRead } from '../sca/index.js';
import type { TransactionsArea } from '../transactions/index.js';
import { guardedReads } from './guarded-reads.js';

it('guards the reads of accounts and transactions with the customers that they show, and no other reads', async () => {
  const shown: (readonly (string | null)[])[] = [];
  const guard = (<I extends object, O>(read: Query<I, O>, shownIn: (answer: O) => readonly (string | null)[]) =>
    async (reads: Reads, ctx: Context, input: I) => {
      const answer = await read(reads, ctx, input);
      if (answer.ok) shown.push(shownIn(answer.value));
      return answer;
    }) as GuardRead;
  const view = (customerId: string | null) => ({ account: { customerId } });
  const answers =
    <T>(value: T) =>
    async () =>
      ok(value);
  const accounts = {
    getInternal: answers(view('Customer:1')),
    listInternal: answers({ data: [view('Customer:1'), view(null)] }),
    getExternal: answers({}),
  };
  const transactions = {
    get: answers({ customerId: 'Customer:2' }),
    list: answers({ data: [{ customerId: 'Customer:2' }, { customerId: null }] }),
    suspense: answers([]),
  };
  const guarded = guardedReads(guard, accounts as unknown as Accounts, transactions as unknown as TransactionsArea);
  const [reads, ctx] = [{} as Reads, {} as Context];
  await guarded.accounts.getInternal(reads, ctx, { id: '' });
  await guarded.accounts.listInternal(reads, ctx, {});
  await guarded.transactions.get(reads, ctx, { id: '' });
  await guarded.transactions.list(reads, ctx, {});
  expect(shown).toEqual([['Customer:1'], ['Customer:1', null], ['Customer:2'], ['Customer:2', null]]);
  expect(guarded.accounts.getExternal).toBe(accounts.getExternal);
  expect(guarded.transactions.suspense).toBe(transactions.suspense);
});

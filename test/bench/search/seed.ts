import { randomUUID } from 'node:crypto';
import { Database } from '../sqlite.js';
import { type Core, type Id, ok, type TenantKey } from '@corridor/core';
import { type Customer, CUSTOMERS, type ExternalAccount, EXTERNAL_ACCOUNTS } from '@corridor/core/records';
import pg from 'pg';
import { createPayers } from '../../support/embedded-payer.js';

export interface Seeded {
  readonly customers: number;
  readonly payments: number;
}

/** Syllables, so that many names share their beginnings. */
const SYLLABLES = [
  'an',
  'be',
  'ca',
  'do',
  'el',
  'fi',
  'go',
  'hu',
  'is',
  'jo',
  'ka',
  'li',
  'ma',
  'no',
  'ol',
  'pe',
  'ra',
  'so',
];
const word = (n: number, syllables: number): string =>
  Array.from(
    { length: syllables },
    (_, at) => SYLLABLES[Math.floor(n / SYLLABLES.length ** at) % SYLLABLES.length],
  ).join('');

/** About 320 first names and 5,800 last names. */
export const nameOfCustomer = (n: number): string => `${word(n % 324, 2)} ${word((n * 7919) % 5832, 3)}`;

const BATCH = 250;

/** Adds customers with a name, an email, a phone and an external account, through the units of the core, with their words. */
export async function seedCustomers(core: Core, customers: number): Promise<TenantKey> {
  const [payer] = await createPayers(core);
  const { tenant, destinationAccountId } = payer!;
  await core.work.drain();
  const account = (await core.operators.reads.externalAccount(tenant, destinationAccountId))!;
  const customer = (await core.operators.reads.customer(tenant, account.customerId!))!;
  for (let from = 0; from < customers; from += BATCH) {
    const added = await core.units.run(tenant, async (tx) => {
      for (let n = from; n < Math.min(from + BATCH, customers); n++) {
        const { own, payee } = customerNumber(n, customer, account);
        tx.add(CUSTOMERS, own);
        tx.add(EXTERNAL_ACCOUNTS, payee);
      }
      return ok();
    });
    if (!added.ok) throw new Error(added.error.message);
  }
  return tenant;
}

function customerNumber(n: number, customer: Customer, account: ExternalAccount) {
  const id = `Customer:${randomUUID()}` as Id<'Customer'>;
  const name = nameOfCustomer(n);
  const own: Customer = {
    ...customer,
    id,
    fullName: name,
    email: `${name.replace(' ', '.')}${n}@mail${n % 50}.example`,
    phoneNumber: `+4477${String((n * 104_729) % 100_000_000).padStart(8, '0')}`,
    platformCustomerId: `customer-${n}`,
    umaAddress: `$customer-${n}@pay.example`,
    version: 1,
  };
  const payee: ExternalAccount = {
    ...account,
    id: `ExternalAccount:${randomUUID()}` as Id<'ExternalAccount'>,
    customerId: id,
    owner: id,
    identity: `identity ${n}`,
    accountInfo: { ...account.accountInfo, iban: `DE89${String((n * 1_299_709) % 10 ** 12).padStart(18, '0')}` },
    version: 1,
  };
  return { own, payee };
}

/**
 * Copies one payment a million times by SQL, with other ids, times, amounts and references. What depends on the money,
 * such as the journal, stays as it is: the search does not read it.
 */
export async function seedPayments(address: string, payments: number): Promise<void> {
  const isPostgres = address.startsWith('postgres');
  const changed: Readonly<Record<string, string>> = {
    id: isPostgres
      ? `substring(id from 1 for 1) || decode(lpad(to_hex(n), 32, '0'), 'hex')`
      : `unhex(substr(hex(id), 1, 2) || printf('%032x', n))`,
    created_at: 'created_at + n * 30000',
    received_amount: '100 + (n * 7919) % 5000000',
    reference: `'REF' || n`,
  };
  if (!isPostgres) {
    const db = new Database(address);
    db.pragma('synchronous = off');
    const columns = db.prepare(`select name from pragma_table_info('transactions')`).pluck().all() as string[];
    const numbers = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${payments})`;
    db.exec(`${numbers} insert into transactions (${columns.join()})
      select ${columns.map((name) => changed[name] ?? name).join()}
      from (select * from transactions limit 1) cross join numbers`);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'transactions'::regclass and attnum > 0 and not attisdropped`,
    );
    const columns = rows.map(({ name }) => name);
    await client.query(`insert into transactions (${columns.join()})
      select ${columns.map((name) => changed[name] ?? name).join()}
      from (select * from transactions limit 1) as one cross join generate_series(1::bigint, ${payments}) as n`);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

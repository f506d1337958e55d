import { sql } from 'kysely';
import { addColumns, createTable, type DialectName, type Schema, text, textOrNull } from './table.js';

/** UMA addresses become unique over the platforms of a host, and the domain of a platform can await its proof. */
export async function umaAddresses(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'platforms', { columns: { pending_uma_domain: textOrNull } });
  await db.schema.dropIndex('platforms_umaDomain').execute();
  await db.schema
    .createIndex('platforms_umaDomain')
    .unique()
    .on('platforms')
    .columns(['environment', 'uma_domain'])
    .where('uma_domain', 'is not', null)
    .execute();

  await createTable(db, dialect, 'uma_addresses', {
    scoped: false,
    columns: { domain: text, customer_id: text },
    filters: ['domain'],
  });
  await giveAddresses(db, dialect);
  await renameOthers(db);
}

const ENVIRONMENT = sql`case when tenant like '%/SANDBOX' then 'SANDBOX' else 'PRODUCTION' end`;

/** If several customers of an environment that are not deleted share an address, the oldest customer keeps it. */
async function giveAddresses(db: Schema, dialect: DialectName): Promise<void> {
  const at = dialect === 'sqlite' ? sql`instr(address, '@')` : sql`strpos(address, '@')`;
  await sql`
    insert into uma_addresses (id, tenant, version, created_at, updated_at, domain, customer_id)
    select environment || '/' || address, tenant, 1, created_at, created_at, substr(address, ${at} + 1), id from (
      select *, row_number() over (partition by environment, address order by created_at, id) as place from (
        select id, tenant, created_at, ${ENVIRONMENT} as environment, lower(uma_address) as address
        from customers where is_deleted = false
      ) as living
    ) as ranked
    where place = 1`.execute(db);
}

interface Nameless {
  readonly id: string;
  readonly tenant: string;
  readonly environment: string;
  readonly address: string;
  readonly createdAt: unknown;
}

/** The other customers with the same address get their name with the first free number: `$ada-2@pay.example`. */
async function renameOthers(db: Schema): Promise<void> {
  const { rows } = await sql<Nameless>`
    select id, tenant, ${ENVIRONMENT} as environment, lower(uma_address) as address, created_at as "createdAt"
    from customers
    where is_deleted = false and id not in (select customer_id from uma_addresses)
    order by created_at, id`.execute(db);
  for (const { id, tenant, environment, address, createdAt } of rows) {
    const [name, domain] = [address.slice(0, address.indexOf('@')), address.slice(address.indexOf('@') + 1)];
    let number = 2;
    const numbered = (): string => `${name.slice(0, LONGEST_NAME)}-${number}@${domain}`;
    while (await isTaken(db, environment, numbered())) number++;
    await sql`update customers set uma_address = ${numbered()}, version = version + 1 where id = ${id}`.execute(db);
    await sql`
      insert into uma_addresses (id, tenant, version, created_at, updated_at, domain, customer_id)
      values (${`${environment}/${numbered()}`}, ${tenant}, 1, ${createdAt}, ${createdAt}, ${domain}, ${id})`.execute(
      db,
    );
  }
}

/** Maximum length of a name with its dollar sign. A number after the name must still fit into an address. */
const LONGEST_NAME = 50;

async function isTaken(db: Schema, environment: string, address: string): Promise<boolean> {
  const { rows } = await sql`select 1 from uma_addresses where id = ${`${environment}/${address}`}`.execute(db);
  return rows.length > 0;
}

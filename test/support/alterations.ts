/** Name, alteration as SQL, and the audit's finding. */
export type Alteration<Ids> = readonly [name: string, sql: (h: Ids) => string, finding: (h: Ids) => string];

export const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX';
export const OTHER = 'Platform:018bcfe5-6800-7000-8000-000000000002/SANDBOX';
export const ABSENT_CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000009';
/** 2099-01-01. */
export const LATE = 4_070_908_800_000;

export const set = (table: string, id: string, change: string): string =>
  `update readable_${table} set ${change} where id = '${id}';`;
export const gone = (table: string, id: string): string => `delete from readable_${table} where id = '${id}';`;

/** Inserts a changed copy of an existing row. */
export const another = (table: string, like: string, change: string): string =>
  `create temp table other as select * from readable_${table} where ${like};
   update other set ${change};
   insert into readable_${table} select * from other;
   drop table other;`;

/** The lines of an entry on accounts whose names begin with this text. */
export const lines = (cause: string, kind: string, account: string): string =>
  `cause = '${cause}' and kind = '${kind}' and account like '${account}%'`;

interface Counted {
  one(sql: string): unknown;
}

/** The finding that the audit reports for rows under the seal (signed hash) of all rows of a stream. */
const sealed =
  (stream: 'postings' | 'events' | 'operator_log', seal: number) =>
  ({ one }: Counted, what: string): string => {
    const all = String(one(`select count(*) from readable_${stream}`));
    return `${stream} at positions 1 to ${all}: seal ${seal} covers ${all} rows, ${what}`;
  };
export const sealedPostings = sealed('postings', 1);
export const sealedEvents = sealed('events', 2);
export const sealedLog = sealed('operator_log', 3);
export const CHANGED = 'which were changed';
export const left = ({ one }: Counted, stream: string, without: string): string =>
  `${String(one(`select count(*) from readable_${stream} where not (${without})`))} remain`;

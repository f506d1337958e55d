import { createHash } from 'node:crypto';
import { RECORD_KINDS, SEAL_HEADS, SEALS } from '@corridor/core/records';
import { createDeployment } from '../support/host.js';
import { addAccount, createCustomer, fund, fundedAccount, payoutRequest, settled } from '../support/scenario.js';
import type { Quote } from '../support/wire.js';
import { eventually } from '../support/eventually.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import { toSnake } from '../../packages/adapters-storage/src/schema/tables.js';
import type { Dialect, EmptyDatabase } from './databases.js';
import {
  columnsOf,
  type FormerRow,
  formerRowsOf,
  type FormerRows,
  inColumns,
  insertFormer,
  toFormerSchema,
} from './former-rows.js';

/** The records of a host before and after one payment with the money for it. */
export interface PaymentRows {
  readonly before: FormerRows;
  readonly after: FormerRows;
}

/** Rows are inserted for this many payments at once, so that memory stays bounded. */
const AT_ONCE = 500;

/** Funds an account and pays from it through the API of a host, until the payment is settled and its webhooks are delivered. */
export async function recordPayment(): Promise<PaymentRows> {
  const deployment = await createDeployment('sqlite');
  const receiver = await webhookReceiver();
  const host = await deployment.start();
  const { api } = host;
  await api.patch('/config', { webhookEndpoint: receiver.url });
  const { id: customerId } = await createCustomer(api);
  const { id: from } = await fundedAccount(api, customerId, 'USD', 10_000);
  const { id: to } = await addAccount(api, customerId, 'EUR');
  let n = 0;
  async function pay(): Promise<void> {
    const options = () => ({ idempotencyKey: `payment-${n++}` });
    await fund(api, from, 10_000);
    const quote = await api.post<Quote>('/quotes', payoutRequest({ from, to, amount: 10_000 }), options());
    // Without a key, because the payments of the former schema name no answer.
    const { transactionId } = (await api.post<Quote>(`/quotes/${quote.body.id}/execute`)).body;
    await settled(api, transactionId);
  }
  async function rows(): Promise<FormerRows> {
    const storage = deployment.open();
    try {
      return await eventually('the delivery of all events', async () => {
        const all = await formerRowsOf(storage);
        const waits = all.get('events')!.filter(({ status }) => status !== 'DELIVERED').length;
        if (waits > 0) throw new Error(`${waits} events wait`);
        return withoutSeals(all);
      });
    } finally {
      await storage.close();
    }
  }
  await pay();
  const before = await rows();
  await pay();
  const after = await rows();
  await host.stop();
  await receiver.close();
  await deployment.remove();
  return { before, after };
}

/** The former release has sealed nothing yet: it had no entries about tokens, which are the first rows that are sealed. */
const withoutSeals = (all: FormerRows): FormerRows =>
  new Map(
    [...all].map(([table, rows]) => [
      table,
      table === SEALS.name || table === SEAL_HEADS.name ? [] : rows.filter(({ id }) => id !== 'journal-seals'),
    ]),
  );

/** Fills an empty database with the former schema and this many settled payments. */
export async function fillFormer(
  database: EmptyDatabase,
  dialect: Dialect,
  { before, after }: PaymentRows,
  payments: number,
): Promise<void> {
  await toFormerSchema(database, dialect);
  const columns = await columnsOf(database);
  const existing = inColumns(withAmounts(before, after, BigInt(payments)), columns);
  await insertFormer(database, dialect, existing);
  const copies = copier(inColumns(added(before, after), columns), inColumns(before, columns));
  for (let from = 0; from < payments; from += AT_ONCE) {
    await insertFormer(database, dialect, copies(from, Math.min(payments, from + AT_ONCE)));
  }
}

const idsOf = (rows: readonly FormerRow[]): ReadonlySet<unknown> => new Set(rows.map(({ id }) => id));

/** Jobs are left out: those of the payment have ended, and the others would run once for each copy. */
const added = (before: FormerRows, after: FormerRows): FormerRows =>
  new Map(
    [...after]
      .filter(([table]) => table !== 'jobs')
      .map(([table, rows]) => {
        const known = idsOf(before.get(table)!);
        return [table, rows.filter(({ id }) => !known.has(id))];
      }),
  );

/** Amounts that each payment changes in existing rows. Checkpoints and positions are sums up to a position, which stays. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  balances: ['available', 'held'],
  daily_volumes: ['amount'],
};

function withAmounts(before: FormerRows, after: FormerRows, times: bigint): FormerRows {
  return new Map(
    [...before].map(([table, rows]) => {
      const changed = CHANGED[table]?.filter((column) => rows[0] !== undefined && column in rows[0]);
      if (changed === undefined) return [table, rows];
      const later = new Map(after.get(table)!.map((row) => [row['id'], row]));
      const summed = rows.map((row) => {
        const next = later.get(row['id'])!;
        const sums = changed.map((column) => {
          const [was, is] = [row[column] as bigint, next[column] as bigint];
          return [column, was + (is - was) * times] as const;
        });
        return { ...row, ...Object.fromEntries(sums) };
      });
      return [table, summed];
    }),
  );
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** A text with places for what differs in each copy. */
type Parts = readonly string[];

/** Returns a function that copies rows with ids and unique texts of their own. */
function copier(rows: FormerRows, before: FormerRows): (from: number, to: number) => FormerRows {
  const existing = idsIn(before);
  const own = new Set([...idsIn(rows)].filter((id) => !existing.has(id)));
  for (const [table, of] of rows) {
    for (const { columns } of RECORD_KINDS.find(({ name }) => name === table)!.unique) {
      for (const row of of) {
        const texts = columns.map((field) => row[toSnake(field)]);
        if (![...own].some((id) => texts.join(' ').includes(id))) own.add(String(texts.at(-1)));
      }
    }
  }
  own.delete('null');
  const places = new RegExp(
    `(${[...own]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})`,
  );
  const compiled = [...rows].map(([table, of]) => ({
    table,
    first: before.get(table)!.at(-1)?.['position'] as bigint | undefined,
    rows: of.map((row) => ({
      row,
      texts: Object.entries(row).flatMap(([column, value]): readonly (readonly [string, Parts])[] => {
        if (typeof value !== 'string') return [];
        const parts = value.split(places);
        return parts.length === 1 ? [] : [[column, parts]];
      }),
    })),
  }));
  return (from, to) => {
    const copies = new Map<string, FormerRow[]>(compiled.map(({ table }) => [table, []]));
    for (let n = from; n < to; n++) {
      const renamed = new Map([...own].map((text) => [text, renamedOf(text, n)]));
      for (const { table, first, rows: of } of compiled) {
        for (const [index, { row, texts }] of of.entries()) {
          const copy: Record<string, FormerRow[string]> = { ...row };
          for (const [column, parts] of texts) {
            copy[column] = parts.map((part, at) => (at % 2 === 0 ? part : renamed.get(part)!)).join('');
          }
          if (first !== undefined && 'position' in row) {
            copy['position'] = first + BigInt(n * of.length + index + 1);
          }
          copies.get(table)!.push(copy);
        }
      }
    }
    return copies;
  };
}

/** The UUIDs and digests in the texts of these rows. */
function idsIn(rows: FormerRows): ReadonlySet<string> {
  const ids = new RegExp(`${UUID}|\\b[0-9a-f]{64}\\b`, 'g');
  const texts = [...rows.values()].flatMap((of) => of.flatMap((row) => Object.values(row)));
  return new Set(texts.flatMap((text) => (typeof text === 'string' ? (text.match(ids) ?? []) : [])));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** UUIDs keep their random part and get a later time, as those of later payments have. */
function renamedOf(text: string, n: number): string {
  if (/^[0-9a-f]{64}$/.test(text)) return createHash('sha256').update(`${text} ${n}`).digest('hex');
  if (!new RegExp(`^${UUID}$`).test(text)) return `${text}-${n}`;
  const time = (Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16) + n + 1).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${text.slice(13)}`;
}

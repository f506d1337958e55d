import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Table } from '../schema/tables.js';
import { Unavailable } from '../port/storage.js';

interface Mark {
  readonly position: number;
  /** Transactions that hold a position up to that of the mark all have an id below this one. */
  readonly before: bigint;
}

/** The safe position and the marks of one table on one server. */
interface Known {
  safe: number;
  marks: readonly Mark[];
}

/** What a standby answers to a request for the id of a transaction. */
const READ_ONLY = '25006';
const STANDBY =
  'this database server is a standby, and only the primary knows up to which position every row is committed; connect to the primary, by its address in CORRIDOR_DATABASE_URL';

const POLLS = 10;
const POLL_MS = 10;
const KEPT_MARKS = 32;
/** How often a reading is repeated because the server changed during it. */
const MAX_TRIES = 3;

/**
 * Identifies the server and the database: after a failover or a restore they differ. The postmaster's start time has
 * microsecond precision, and any user can read it.
 */
const SERVER = `
  extract(epoch from pg_postmaster_start_time())::text || ' ' || (select oid from pg_database where datname = current_database()) as server`;

/**
 * Below this id every transaction of this database has ended. Transactions of other databases share the id sequence,
 * and a snapshot would wait for them too.
 */
const OLDEST_RUNNING = `
  select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - greatest(max(age(backend_xid)), 0))::text as value,
    ${SERVER}
  from pg_stat_activity where datname = current_database()`;

const LAST = (table: Table): string => `
  select (case when is_called then last_value else 0 end)::text as value, ${SERVER} from ${table.name}_position`;

const NEXT_TRANSACTION = `select pg_current_xact_id()::text as value, ${SERVER}`;

/**
 * The position below which no row can appear any more. A position is drawn before its row becomes visible, so the
 * highest visible position does not answer this. But a transaction has its id before it draws a position (see the
 * default of `position`): a transaction that holds a position up to the sequence's last one has an id below any id
 * that is assigned afterwards. When all of those transactions have ended, no row can appear below that position any
 * more. Runs on a connection of its own, outside every transaction.
 *
 * The remembered values are valid only for the server on which they were found. A server that takes over may lack the
 * last transactions and assign their positions again; a server that crashed may assign again the positions of
 * transactions that did not commit. So everything is forgotten with the connection and with the server, and no answer
 * exceeds the sequence.
 */
export function createHorizon(pool: pg.Pool): (table: Table) => Promise<number> {
  let known = new Map<string, Known>();
  let server: string | null = null;
  // A new connection may be to another server, or to a server that has crashed in the meantime.
  pool.on('connect', forget);

  function forget(): void {
    known = new Map();
  }

  async function valueOf(text: string): Promise<string> {
    const { rows } = await pool.query<{ value: string; server: string }>(text).catch((cause: unknown) => {
      if ((cause as { readonly code?: unknown }).code !== READ_ONLY) throw cause;
      throw new Unavailable(STANDBY, { cause });
    });
    const answer = rows[0]!;
    if (answer.server !== server) {
      server = answer.server;
      forget();
    }
    return answer.value;
  }

  function knownOf(table: Table, last: number): Known {
    const before = known.get(table.name);
    // If the sequence is behind the safe position, the known values are from another server.
    const found = before === undefined || before.safe > last ? { safe: 0, marks: [] } : before;
    known.set(table.name, found);
    return found;
  }

  /** The position up to which all rows are committed; null if the server has changed in the meantime. */
  async function read(table: Table): Promise<number | null> {
    const last = Number(await valueOf(LAST(table)));
    const here = known;
    const found = knownOf(table, last);
    const mark = { position: last, before: BigInt(await valueOf(NEXT_TRANSACTION)) };
    if (known !== here) return null;
    found.marks = [...found.marks, mark];
    for (let poll = 0; poll < POLLS; poll++) {
      const running = BigInt(await valueOf(OLDEST_RUNNING));
      if (known !== here || known.get(table.name) !== found) return null;
      for (const { before, position } of found.marks) {
        if (before <= running) found.safe = Math.max(found.safe, position);
      }
      found.marks = found.marks.filter(({ position }) => position > found.safe).slice(-KEPT_MARKS);
      if (found.safe >= last) break;
      await setTimeout(POLL_MS);
    }
    return found.safe;
  }

  return async (table) => {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const position = await read(table);
      if (position !== null) return position;
    }
    throw new Unavailable('the connections lead to different database servers');
  };
}

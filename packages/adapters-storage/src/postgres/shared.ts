import type pg from 'pg';
import { Unavailable } from '../port/storage.js';
import { isCancelled, translate } from './errors.js';

/** Sends statements that need no transaction on connections that many units of work share. */
export interface Shared {
  /** Calls `send` with a connection. Its statement must be complete in itself, because others run before and after it. */
  with<T>(send: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

/** A connection that is taken from the pool while statements on it are unanswered. */
interface Lane {
  readonly client: Promise<pg.PoolClient>;
  pending: number;
  /** The error after which no further statement is sent. */
  retired: Error | null;
}

/**
 * Several statements travel on one connection before the first answer, each with a synchronization point of its own:
 * each is a transaction, and the failure of one does not affect the others. All statements of a turn of the event loop
 * are sent with one system call. Statements that can wait for a row lock must not use these connections, because all
 * statements behind them would wait too.
 */
export function createShared(pool: pg.Pool, most: number): Shared {
  const lanes = new Set<Lane>();

  function pick(): Lane {
    let best: Lane | null = null;
    for (const lane of lanes) if (lane.retired === null && (best === null || lane.pending < best.pending)) best = lane;
    if (best !== null && lanes.size >= most) return best;
    const lane: Lane = { client: pool.connect(), pending: 0, retired: null };
    lanes.add(lane);
    return lane;
  }

  function leave(lane: Lane): void {
    lane.pending--;
    if (lane.pending > 0) return;
    lanes.delete(lane);
    lane.client.then(
      (client) => client.release(lane.retired ?? false),
      () => undefined,
    );
  }

  return {
    async with(send) {
      const lane = pick();
      lane.pending++;
      try {
        return await send(await lane.client);
      } catch (error) {
        const translated = translate(error);
        // The connection may lead to a server that is gone or read-only. Statements that were sent are still answered.
        if (translated instanceof Unavailable && !isCancelled(translated)) lane.retired ??= translated;
        throw error;
      } finally {
        leave(lane);
      }
    },
  };
}

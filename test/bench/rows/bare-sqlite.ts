import { join } from 'node:path';
import { startChild } from '../child.js';
import type { Replay } from '../processes/bare-sqlite.js';
import type { Side } from '../rounds.js';
import type { Scope } from '../scratch.js';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { recordPayment } from '../../support/recorded-payment.js';
import { recordingOf } from '../statements/recording.js';

/** One side of a ratio: payments per second of bare better-sqlite3 with the statements of a payment. */
export async function bareSqlite(scope: Scope, batch: number): Promise<Side> {
  const path = join(await scope.folder(), 'bare.db');
  const { quote, execute } = await recordPayment((onStatement) => createSqliteStorage({ path, onStatement }));
  const recording = recordingOf([quote, execute]);
  const child = scope.use(startChild<Replay, number>(new URL('../processes/bare-sqlite.js', import.meta.url)));
  return (seconds) => child.ask({ path, recording, batch, seconds });
}

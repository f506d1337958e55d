import type { SealedPlace, Sealer } from '@corridor/core/ports';
import type { Log } from '../logging/logging.js';
import type { Metrics } from '../metrics/metrics.js';

/** Texts beyond this number are counted, and not logged: a host with the wrong key could open none. */
const MOST_LOGGED = 1_000;

/** Counts every text that cannot be opened, and logs each one once. */
export function observedSealer(sealer: Sealer, metrics: Pick<Metrics, 'secretUnreadable'>, log: Log): Sealer {
  const logged = new Set<string>();

  function observed(place: SealedPlace, open: () => string): string {
    try {
      return open();
    } catch (err) {
      metrics.secretUnreadable();
      const { table, row, column } = place;
      const key = `${table}/${row}/${column}`;
      if (!logged.has(key) && logged.size < MOST_LOGGED) {
        logged.add(key);
        log.error({ err, table, record: row, column }, 'stored secret cannot be opened');
      }
      throw err;
    }
  }

  return {
    seal: sealer.seal,
    open: (text, place) => observed(place, () => sealer.open(text, place)),
    renew: (text, place) => observed(place, () => sealer.renew(text, place)),
  };
}

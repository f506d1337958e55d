import { type Instant, instant, ok } from '@corridor/core';
import type { Clock, RailRecords, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';

const TIMES = 'times';
const LAST_EXCHANGE = 'last-exchange';

/** Records that a file passed between the operator and the bank. */
export async function noteExchange({
  store,
  clock,
}: {
  readonly store: RailStore;
  readonly clock: Clock;
}): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(TIMES, LAST_EXCHANGE);
      const value = { at: clock.now() };
      if (record === null) records.add({ collection: TIMES, key: LAST_EXCHANGE, value }, { unlessExists: true });
      else records.change(record, { value });
      return ok();
    }),
  );
}

/** When a file passed last; null for never. */
export async function lastExchange(records: RailRecords): Promise<Instant | null> {
  const record = await records.get(TIMES, LAST_EXCHANGE);
  return record === null ? null : instant((record.value as { readonly at: number }).at);
}

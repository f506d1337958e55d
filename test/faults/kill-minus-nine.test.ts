import { describe, it } from 'vitest';
import { DATABASES } from '../support/host.js';
import { survivesKills } from './kill-minus-nine.js';

const SERIES = [1, 2, 3, 4];
const KILLS_OF_A_SERIES = 5;
const SERIES_MS = 150_000;

describe.concurrent.each(DATABASES)('kill -9 under load, 20 times on %s', (database) => {
  it.sequential.each(SERIES)(
    'loses, duplicates and tears no payment in series %s of five kills',
    (series) => survivesKills(database, KILLS_OF_A_SERIES, series),
    SERIES_MS,
  );
});

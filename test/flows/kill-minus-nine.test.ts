import { it } from 'vitest';
import { survivesKills } from '../faults/kill-minus-nine.js';
import { databasesOf } from '../support/tiers.js';

it.each(databasesOf(import.meta.url))(
  'a host on %s that is killed under load loses, duplicates and tears no payment',
  (database) => survivesKills(database, 1),
  90_000,
);

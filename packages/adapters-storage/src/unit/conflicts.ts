import { Bug } from '@corridor/core/ports';
import { type Add, Ended } from './writes.js';

/** What an insert that found a unique key taken ends its unit with. */
export function conflictOf(add: Add, key: string): Ended | Bug {
  const error = add.options.conflicts?.[key];
  return error === undefined ? new Bug(`${add.kind.name} ${add.id}: ${key} is taken`) : new Ended(error);
}

import { Bug } from '@corridor/core/ports';
import type { Add } from '../schema/writes.js';
import { Ended } from './steps.js';

/** The error with which a unit of work ends if another row has the unique key of an insert. */
export function conflictOf(add: Add, key: string): Ended | Bug {
  const error = add.options.conflicts?.[key];
  return error === undefined ? new Bug(`${add.kind.name} ${add.id}: ${key} is taken`) : new Ended(error);
}

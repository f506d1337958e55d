import { euros } from '../euros.js';
import type { StoredMovement } from './movement-records.js';

/** What the bank booked, without names and account numbers. */
export function describe({ movement, kind }: StoredMovement): string {
  if (kind !== 'entry') return 'the balances of the bank disagree';
  const { direction, amount, date, ids, codes } = movement;
  const [code] = codes;
  const coded =
    code === undefined
      ? null
      : [code.domain, code.family, code.subFamily].filter(Boolean).join('/') || code.proprietary;
  const details = [
    date,
    ids.servicer[0] === undefined ? null : `entry ${ids.servicer[0]}`,
    coded === null ? null : `code ${coded}`,
  ].filter((text) => text !== null);
  return `the bank booked ${direction} ${euros(amount)} (${details.join(', ')})`;
}

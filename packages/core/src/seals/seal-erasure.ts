import { BASE_COLUMNS, type BaseRecord, canonicalText, recordKind } from '../kernel/index.js';

/**
 * Says that an erasure has changed the rows of a seal, and to which digest. Written in the unit of the erasure, for rows
 * that are sealed as a whole: a seal of rows with salts stays valid without it. Append-only, and a stream of its own in the
 * chain of seals.
 */
export interface SealErasure extends BaseRecord {
  /** The number of the seal. */
  readonly seal: number;
  /** Counts the erasures under this seal, from 1 without gaps. */
  readonly number: number;
  /** The rows that were erased: position and id, in the order of positions. */
  readonly erased: readonly (readonly [position: number, id: string])[];
  /** The digest of the rows of the seal, before and after the erasure. */
  readonly before: string;
  readonly after: string;
  /** HMAC of the fields above, and of the time, with the seal key. */
  readonly mac: string;
}

export const SEAL_ERASURES = recordKind<SealErasure>()({
  name: 'seal_erasures',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    seal: 'int',
    number: 'int',
    erased: 'json',
    before: 'text',
    after: 'text',
    mac: 'text',
  },
  numbered: true,
  states: [],
  unique: [],
  filters: [],
  immutable: ['seal', 'number', 'erased', 'before', 'after', 'mac'],
});

const padded = (number: number): string => String(number).padStart(12, '0');

/** Two hosts that erase under one seal at the same time make the same id, so that one of them tries again. */
export const erasureId = (seal: number, number: number): string => `seal-erasure/${padded(seal)}/${padded(number)}`;

/** What the HMAC of an erasure covers. */
export const erasureText = ({
  id,
  seal,
  number,
  erased,
  before,
  after,
  createdAt,
}: Omit<SealErasure, 'mac' | 'tenant' | 'version' | 'updatedAt'>): string =>
  canonicalText([id, seal, number, erased, before, after, createdAt]);

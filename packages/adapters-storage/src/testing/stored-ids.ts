import { encodeKey } from '../schema/keys.js';

/** An id as SQL names it in a table: a literal of the bytes that the storage writes. */
export const storedId = (id: string, dialect: 'sqlite' | 'postgres'): string => {
  const bytes = encodeKey(id).toString('hex');
  return dialect === 'sqlite' ? `x'${bytes}'` : `'\\x${bytes}'::bytea`;
};

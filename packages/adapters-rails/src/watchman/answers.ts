import { z } from 'zod';

/*
 * The readers of what Watchman answers. They take what the adapter uses, and ignore all else: Watchman adds members
 * between its versions.
 */

const text = z.string().min(1).max(255);

export const listInfo = z.looseObject({
  /** The number of entries by list. */
  lists: z.record(text, z.int().min(0)),
  /** A digest of the content of each list. Older versions have none. */
  listHashes: z.record(text, z.string()).nullish(),
  endedAt: z.iso.datetime({ offset: true }),
  version: z.string().nullish(),
});
export type ListInfo = z.infer<typeof listInfo>;

const entity = z.looseObject({
  name: z.string(),
  entityType: z.string(),
  sourceList: text,
  sourceID: z.string().max(255),
  match: z.number().min(0).max(1),
  person: z.looseObject({ birthDate: z.string().nullish() }).nullish(),
  cryptoAddresses: z.array(z.looseObject({ address: z.string() })).nullish(),
});
export type Entity = z.infer<typeof entity>;

/** Null is how Watchman writes a list without entries. */
export const found = z.looseObject({ entities: z.array(entity).nullable() });

import type { RailRecord, RailSecret } from '../accounts/index.js';
import { Bug, type Environment, type Sealer, sealedPlace } from '../kernel/index.js';
import { RAIL_RECORDS, type StoredRailRecord } from './rail-record.js';

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MAX_KEY = 200;

/** How the records of one connection are stored: their ids, their listings, and their secrets, which are sealed. */
export function storedForms(sealer: Sealer, environment: Environment, connection: string) {
  const listingOf = (collection: string, status: string): string => `${connection}/${checked(collection)}/${status}`;
  const idOf = (collection: string, key: string): string => {
    if (key.length === 0 || key.length > MAX_KEY)
      throw new Bug(`the key of a rail record needs 1 to ${MAX_KEY} characters`);
    return `${environment}/${connection}/${checked(collection)}/${key}`;
  };
  const prefix = `${environment}/${connection}/`;

  const placeOf = (id: string) => sealedPlace(RAIL_RECORDS, id, 'sealedSecret');
  const sealed = (id: string, secret: RailSecret | null): string | null =>
    secret === null ? null : sealer.seal(JSON.stringify(secret), placeOf(id));

  /** The stored form of the records that this store has read or changed. */
  const forms = new WeakMap<RailRecord, StoredRailRecord>();

  function opened(stored: StoredRailRecord): RailRecord {
    const { id, listing, value, sealedSecret, createdAt, updatedAt, version } = stored;
    const [collection = ''] = id.slice(prefix.length).split('/');
    const record: RailRecord = {
      collection,
      key: id.slice(prefix.length + collection.length + 1),
      status: listing === null ? null : listing.slice(connection.length + collection.length + 2),
      value,
      secret: sealedSecret === null ? null : (JSON.parse(sealer.open(sealedSecret, placeOf(id))) as RailSecret),
      createdAt,
      updatedAt,
      version,
    };
    forms.set(record, stored);
    return record;
  }

  function storedForm(record: RailRecord): StoredRailRecord {
    const stored = forms.get(record);
    if (stored === undefined) throw new Bug(`${record.collection}/${record.key} was not read from this store`);
    return stored;
  }

  return { idOf, listingOf, sealed, opened, storedForm };
}

function checked(collection: string): string {
  if (!NAME.test(collection)) throw new Bug(`${collection} is not a name of a collection`);
  return collection;
}

import { describe } from 'vitest';
import { railStoreCases } from '../../core/src/testing/rail-store-cases.js';
import { DATABASES } from './testing/backends.js';

describe.each(DATABASES)('the store of a rail connection on $name', ({ create }) => {
  railStoreCases(async () => {
    const database = await create();
    const storage = database.open();
    await storage.migrate();
    return {
      units: storage.units,
      close: async () => {
        await storage.close();
        await database.drop();
      },
    };
  });
});

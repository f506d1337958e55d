import { expect, test } from 'vitest';
import { openStorage } from '../../packages/host/src/composition/storage-module.js';
import { readConfiguration } from '../../packages/host/src/settings/configuration.js';
import { isExpected } from '../../packages/host/src/kernel/errors.js';
import { createLog } from '../../packages/host/src/logging/logging.js';
import { DATABASES, DIALECTS } from './databases.js';

test.each(DIALECTS)(
  'a host refuses to start on %s with migrations of a newer release and names them in one line',
  async (dialect) => {
    const database = await DATABASES[dialect]();
    const newer = database.open();
    await newer.migrate();
    await newer.close();
    const direct = database.direct();
    await direct.insertInto('schema_migrations').values({ name: '9999-newer', timestamp: '' }).execute();
    await direct.destroy();

    const { database: configured } = readConfiguration(
      dialect === 'postgres' ? { CORRIDOR_DATABASE_URL: database.address } : {},
    );
    const settings = configured.kind === 'sqlite' ? { ...configured, file: database.address } : configured;
    const refused: unknown = await openStorage(
      { database: settings },
      createLog('error', { write: () => true } as never),
    ).catch((error: unknown) => error);
    expect(isExpected(refused)).toBe(true);
    expect((refused as Error).message).toMatch(
      /^CORRIDOR_\w+: .*a newer schema than this release knows: 9999-newer\. Start the release .* restore a backup[^\n]*$/,
    );
    await database.drop();
  },
);

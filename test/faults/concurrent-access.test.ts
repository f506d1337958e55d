import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readAll } from '@corridor/core/internal';
import { OPERATOR_LOG } from '@corridor/core/records';
import { DATABASES } from '../../packages/adapters-storage/src/testing/backends.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';

const TOKENS_OF_A_HOST = 8;

it.each(DATABASES)(
  'two hosts on $name create and delete tokens at once and seal meanwhile, and the audit agrees with the log',
  async (backend) => {
    const database = await backend.create();
    const [first, second] = [database.open(), database.open()];
    await first.migrate();
    const random = { bytes: (length: number) => randomBytes(length) };
    const play = await playCore({ storage: first, random });
    const other = await playCore({ storage: second, clock: play.clock, random }, { existing: true });

    const created: string[] = [];
    const use = async ({ run, core }: typeof play): Promise<void> => {
      for (let n = 0; n < TOKENS_OF_A_HOST; n++) {
        const { token } = valueOf(await run(core.platforms.createToken, { name: `token ${n}`, permissions: ['VIEW'] }));
        created.push(token.id);
        // Of two deletions of one token, one finds none.
        const deletions = [play, other].map((host) => host.run(host.core.platforms.deleteToken, { id: token.id }));
        const deleted = await Promise.all(deletions);
        expect(deleted.filter(({ ok }) => ok)).toHaveLength(1);
        await core.work.sealJournal();
      }
    };
    await Promise.all([use(play), use(other)]);
    await play.core.work.sealJournal();

    const log = await first.units.read(null, (reads) => readAll(reads, OPERATOR_LOG));
    for (const id of created)
      expect(
        log
          .filter(({ subject }) => subject === id)
          .map(({ action }) => action)
          .sort(),
      ).toEqual(['tokens.delete', 'tokens.issue']);
    expect((await play.core.ledger.audit()).findings).toEqual([]);
    await Promise.all([first.close(), second.close()]);
    await database.drop();
  },
);

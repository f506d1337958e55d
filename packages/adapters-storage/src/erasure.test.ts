import { existsSync, readFileSync } from 'node:fs';
import type { AnyKind, BaseRecord, KindOf } from '@corridor/core/records';
import { RECORD_KINDS } from '@corridor/core/records';
import { ok } from '@corridor/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOperator } from '../../core/src/testing/operators.js';
import { PERSON, plantPerson } from '../../core/src/testing/planted-person.js';
import { type PlayCore, playCore, valueOf } from '../../core/src/testing/play-core.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';
import { Database } from './testing/sqlite.js';

/** Texts of the person in columns of every kind of value: plain, JSON, sealed, events, the log and words of the search. */
const TEXTS = [
  'canary-customers-description-end',
  'canary-customers-dueDiligence-end',
  'dne-dIxaTdelaes-sremotsuc-yranac',
  'canary-notes-text-end',
  'canary-rail_messages-content-end',
  'canary-transactions-remittanceInformation-end',
  'canary-merchant-end',
  'canary-snapshot-end',
  'canary-operator_log-input-end',
  'canary-wallet_credentials-contact-end',
  '99887766554433',
];
const GONE = { agents: null, balances: { available: 0n, held: 0n } } as const;

for (const backend of DATABASES) {
  describe(`an erased customer on ${backend.name}`, () => {
    let database: TestDatabase;
    let storages: readonly Storage[];
    let hosts: readonly PlayCore[];

    beforeAll(async () => {
      database = await backend.create();
      const first = database.open();
      await first.migrate();
      storages = [first, database.open()];
      const one = await playCore({ storage: first });
      hosts = [one, await playCore({ storage: storages[1]!, clock: one.clock }, { existing: true })];
    });
    afterAll(async () => {
      await Promise.all(storages.map((storage) => storage.close()));
      await database.drop();
    });

    const all = async (kind: AnyKind): Promise<readonly BaseRecord[]> => {
      const { units } = storages[0]!;
      const any = kind as unknown as KindOf<BaseRecord>;
      const tenant = kind.scope === 'host' ? null : hosts[0]!.tenant;
      return units.read(tenant, async (reads) => (await reads.list(any, { order: 'asc', limit: 500 })).rows);
    };
    const textOfAll = async (): Promise<string> => {
      let text = '';
      for (const kind of RECORD_KINDS)
        text += JSON.stringify(await all(kind), (_key, part: unknown) =>
          typeof part === 'bigint' ? String(part) : part,
        );
      return text;
    };

    it('has no personal text in any row after two hosts have worked on it', async () => {
      const [one, two] = hosts as [PlayCore, PlayCore];
      const { units } = storages[0]!;
      await plantPerson(units, one.tenant);
      for (const kind of RECORD_KINDS) {
        const any = kind as unknown as KindOf<BaseRecord & Record<string, unknown>>;
        for (const row of await all(kind)) {
          const patch: Record<string, object | null> = {
            ...GONE,
            customers: { isDeleted: true, blockedAs: null },
            events: { erasedDigest: null, salt: null },
            operator_log: { erasedDigest: null, salt: null },
          };
          const change = patch[kind.name];
          if (change === undefined || row.id.startsWith('Webhook:') || row.id.startsWith('OperatorLog:')) continue;
          valueOf(
            await units.run(row.tenant, async (tx) =>
              ok(
                change === null
                  ? tx.remove(any, row as never)
                  : tx.change(any, row as never, { ...row, ...change, version: row.version + 1 } as never),
              ),
            ),
          );
        }
      }
      const [ann, bob] = [await addOperator(units, 'Ann', 'ADMIN'), await addOperator(units, 'Bob', 'ADMIN')];
      const { actions } = one.core.operators;
      const input = { id: PERSON, caseReference: 'DSR-7' } as never;
      const asked = valueOf(await actions.request(ann, { tenant: one.tenant, action: 'customers.erase', input }));
      if (asked.kind !== 'awaiting') throw new Error(asked.kind);
      const before = await textOfAll();
      expect(TEXTS.filter((text) => !before.includes(text))).toEqual([]);
      valueOf(await actions.approve(bob, one.tenant, asked.awaiting));
      for (let turns = 0; turns < 12; turns += 1) {
        await one.core.work.sealJournal();
        await Promise.all([one.core.work.runJobs(), two.core.work.runJobs()]);
        one.clock.advance(61);
      }
      expect(await all(RECORD_KINDS.find(({ name }) => name === 'erasures')!)).toMatchObject([{ status: 'ERASED' }]);
      const after = await textOfAll();
      // A second planted customer has the same texts in its own row.
      const others = JSON.stringify((await all(RECORD_KINDS.find(({ name }) => name === 'customers')!))[1]);
      expect(TEXTS.filter((text) => after.includes(text) && !others.includes(text))).toEqual([]);
    });

    if (backend.name === 'sqlite')
      it('has none in the bytes of the file after VACUUM', async () => {
        const others = new Set(['canary-customers-description-end', 'canary-customers-dueDiligence-end']);
        const sought = TEXTS.filter((text) => !others.has(text) && !text.startsWith('dne-'));
        await Promise.all(storages.map((storage) => storage.close()));
        const native = new Database(database.address);
        native.exec('VACUUM');
        native.pragma('wal_checkpoint(TRUNCATE)');
        native.close();
        const bytes = readFileSync(database.address).toString('latin1');
        expect(bytes.length).toBeGreaterThan(100_000);
        expect(sought.filter((text) => bytes.includes(text))).toEqual([]);
        const wal = `${database.address}-wal`;
        expect(existsSync(wal) ? readFileSync(wal).length : 0).toBe(0);
      });
  });
}

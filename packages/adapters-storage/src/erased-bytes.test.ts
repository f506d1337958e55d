import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { ok } from '@corridor/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANSWER_SEGMENTS } from '../../core/src/archive/answer-segment.js';
import { openArchiveKey, storedArchiveKey } from '../../core/src/archive/archive-key.js';
import { ARCHIVE_SEGMENTS } from '../../core/src/archive/segment.js';
import { createCommands, readAll } from '../../core/src/kernel/index.js';
import { eraseCustomerOf } from '../../core/src/testing/erased-customer.js';
import { playCompanies } from '../../core/src/testing/play-companies.js';
import { digest, reversingSealer } from '../../core/src/testing/ports.js';
import { createFileArchive, createFileBlobs } from './blobs/index.js';

const DAY = 86_400;
/** What only the records, the answers and the documents of the erased business have. */
const NAMES = ['Lovelace Ltd', 'REG-900', 'Hopperson', 'Answer for Ada'];
const OTHER = 'Babbage Engines';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'corridor-erased-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** The files below a folder, with their bytes. */
async function filesIn(folder: string): Promise<readonly (readonly [name: string, content: Buffer])[]> {
  const found = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name, parentPath }) => [name, await readFile(join(parentPath, name))] as const),
  );
}

it('no byte of an erased customer stays in decrypted segments, archived answers and the folder of documents', async () => {
  const store = createFileArchive(join(root, 'archive'));
  const of = await playCompanies({
    archive: { store, afterDays: 30, answers: true },
    verification: kycPorts(createFileBlobs(join(root, 'documents'))),
  });
  const { play } = of;
  const { core, storage, clock } = play;
  const commands = createCommands(storage.units, digest, true);
  const answer = (key: string, body: object) => {
    const claim = { credential: 'Token:1', operation: 'POST /customers', key, bodyDigest: 'digest', seal: null };
    const answered = { status: 201, body: JSON.stringify(body), remember: true };
    return commands.run(
      play.context(),
      async () => ok(null),
      null,
      () => answered,
      claim,
    );
  };
  const decided = async (info: object, lastName: string) => {
    const business = await of.documented(info);
    const owner = await of.owner(business, lastName);
    await of.upload(owner.id, 'PASSPORT');
    const { id } = await of.submit(business);
    await core.work.drain();
    await of.decide(id, 'REJECTED', { errors: [] });
    return business;
  };
  const business = await decided({}, 'Hopperson');
  const other = await decided({ legalName: OTHER, registrationNumber: 'REG-1', taxId: '98-7654321' }, 'Herschel');
  await answer('1', { id: business.id, name: 'Answer for Ada' });
  await answer('2', { id: other.id, name: OTHER });
  await core.work.drain();
  while ((await core.work.sealJournal()).isBehind);
  clock.advance(32 * DAY);
  await core.work.forgetAnswers();
  while ((await core.work.archiveEvents()).isBehind);

  /** Each file of the archive, decrypted. */
  const archived = async (): Promise<Readonly<Record<'events' | 'answers', string>>> => {
    const texts = { events: '', answers: '' };
    const key = openArchiveKey(reversingSealer, (await storage.units.read(null, storedArchiveKey))!);
    const segments = await storage.units.read(null, async (reads) => [
      ...(await readAll(reads, ARCHIVE_SEGMENTS)),
      ...(await readAll(reads, ANSWER_SEGMENTS)),
    ]);
    for (const [name, content] of await filesIn('archive')) {
      const opened = segments.flatMap(({ id }) => {
        try {
          return [store.unpack(content, key, id)];
        } catch {
          return [];
        }
      });
      expect([name, opened.length]).toEqual([name, 1]);
      const text = JSON.stringify(opened, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
      texts[name.startsWith('events-') ? 'events' : 'answers'] += text;
    }
    return texts;
  };
  const before = await archived();
  for (const name of ['Lovelace Ltd', OTHER]) expect(before.events).toContain(name);
  for (const name of ['Answer for Ada', OTHER]) expect(before.answers).toContain(name);
  const documents = await filesIn('documents');

  await eraseCustomerOf(play, business.id);
  const after = await archived();
  const both = after.events + after.answers;
  expect(NAMES.filter((name) => both.includes(name))).toEqual([]);
  expect(after.events).toContain(OTHER);
  expect(after.answers).toContain(OTHER);
  // Both have the same documents: half of the files is gone.
  expect(await filesIn('documents')).toHaveLength(documents.length / 2);
  expect((await core.ledger.audit()).findings).toEqual([]);

  await eraseCustomerOf(play, other.id, ['Cara', 'Dan']);
  expect(await filesIn('documents')).toEqual([]);
  const none = await archived();
  expect(none.events + none.answers).not.toContain(OTHER);
  expect((await core.ledger.audit()).findings).toEqual([]);
});

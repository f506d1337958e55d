import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { audit } from '@corridor/core/internal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alter } from '../../packages/adapters-storage/src/testing/alterable.js';
import { digest, reversingSealer, seededRandom } from '../../packages/core/src/testing/ports.js';
import type { Alteration } from '../support/alterations.js';
import { OF_ARCHIVE } from '../support/alterations-of-archive.js';
import { OF_ACCESS, OF_SEALS } from '../support/alterations-of-access.js';
import { OF_BOOKS, OF_DELIVERY } from '../support/alterations-of-books.js';
import { BESIDE, OF_COLUMNS, UNREADABLE } from '../support/alterations-of-columns.js';
import { OF_HELD } from '../support/alterations-of-held.js';
import { OF_PAYMENTS } from '../support/alterations-of-payments.js';
import {
  OF_BLOCKS,
  OF_DICTIONARY,
  OF_ORDERS,
  OF_OWNERS,
  OF_PLATFORMS,
  OF_SECRETS,
} from '../support/alterations-of-records.js';
import { OF_TERMS } from '../support/alterations-of-terms.js';
import {
  type History,
  type OrderIds,
  type PaymentIds,
  recordArchived,
  recordOrders,
  recordPayments,
} from '../support/altered-history.js';
import { type HeldIds, recordHeld } from '../support/held-history.js';

/**
 * Anyone with write access to the database can alter it without the service. Each case alters a valid history
 * in one way, and names the audit's finding. Seals (signed hashes over postings, events and the operator log) cover the
 * history.
 */

let folder: string;
let payments: History<PaymentIds>;
let orders: History<OrderIds>;
let held: History<HeldIds>;
/** The payments, with their events in the archive. */
let archived: History<PaymentIds>;
const archiveOf = () => createFileArchive(join(folder, 'archive'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-altered-'));
  payments = await recordPayments(join(folder, 'payments.db'));
  orders = await recordOrders(join(folder, 'orders.db'));
  held = await recordHeld(join(folder, 'held.db'));
  archived = await recordArchived(join(folder, 'archived.db'), archiveOf(), payments);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The audit's findings in a copy that was altered with this SQL. */
async function findingsAfter(sql: string, { path, clock }: History<unknown>): Promise<readonly string[]> {
  const copy = join(mkdtempSync(join(folder, 'copy-')), 'altered.db');
  copyFileSync(path, copy);
  alter(copy, sql);
  const storage = createSqliteStorage({ path: copy });
  try {
    const ports = { units: storage.units, archive: archiveOf(), clock, digest, random: seededRandom() };
    return (await audit({ ...ports, sealer: reversingSealer })).findings;
  } finally {
    await storage.close();
    rmSync(copy);
  }
}

async function isFound<Ids>([, sql, finding]: Alteration<Ids>, history: History<Ids>): Promise<void> {
  expect(await findingsAfter(sql(history.ids), history)).toContain(finding(history.ids));
}

describe('the audit finds', () => {
  it('nothing in what was recorded', async () => {
    expect(await findingsAfter('', payments)).toEqual([]);
    expect(await findingsAfter('', orders)).toEqual([]);
    expect(await findingsAfter('', held)).toEqual([]);
    expect(await findingsAfter('', archived)).toEqual([]);
  });

  it.each([
    ...OF_PLATFORMS,
    ...OF_BOOKS,
    ...OF_PAYMENTS,
    ...OF_DELIVERY,
    ...OF_BLOCKS,
    ...OF_OWNERS,
    ...OF_ACCESS,
    ...OF_SEALS,
    ...OF_SECRETS,
    ...OF_TERMS,
    ...OF_DICTIONARY,
  ])('%s', (...alteration) => isFound(alteration, payments));

  it.each(OF_ARCHIVE)('%s', (...alteration) => isFound(alteration, archived));

  it.each(OF_PAYMENTS.filter(([, sql]) => !String(sql).includes('events')))(
    'with archived events: %s',
    (...alteration) => isFound(alteration, archived),
  );

  it.each(OF_ORDERS)('%s', (...alteration) => isFound(alteration, orders));

  it.each(OF_HELD)('%s', (...alteration) => isFound(alteration, held));

  it('a kind of entries that the dictionary does not have, and says what it could not inspect', async () => {
    const found = await findingsAfter(
      `update postings set kind = kind + 1 where rowid = (select max(rowid) from postings)`,
      payments,
    );
    const missing = 'cannot be inspected: Bug: the dictionary of the database has no entry';
    for (const what of ['the own money of the service', 'which seal 1 covers,'])
      expect(found).toContainEqual(expect.stringContaining(`${what} ${missing}`));
  });

  it.each([...OF_COLUMNS, UNREADABLE])('%s, and what it inspects later', async (_, sql, finding) => {
    const found = await findingsAfter(sql(payments.ids), payments);
    expect(found).toContainEqual(expect.stringContaining(finding(payments.ids)));
    expect(found).toContain(BESIDE(payments.ids));
  });
});

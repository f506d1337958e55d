import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;

test.each(DATABASES)('$name ends the quotes that a job of an earlier release has not opened', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0052-directions-and-references');
  const invitation = (end: number) => key(`Invitation:${uuid(end)}`);
  for (const [end, status, quote] of [
    [1, 'CLAIMED', 1],
    [2, 'CLAIMED', 2],
    [3, 'PENDING', null],
  ] as const)
    await sql`insert into invitations (id, tenant, version, created_at, updated_at, status, environment, code,
        inviter_uma, inviter_id, quote_id, url)
      values (${invitation(end)}, 1, 1, 1, 1, ${status}, 'SANDBOX', ${`code-${end}`}, '$ada@pay.example',
        ${key(`Customer:${uuid(7)}`)}, ${quote === null ? null : key(`Quote:${uuid(quote)}`)}, 'x')`.execute(db);
  for (const [end, kind, subject] of [
    [1, 'uma.invite', 1],
    [2, 'uma.invitation-expire', 2],
  ] as const)
    await sql`insert into jobs (id, tenant, version, created_at, updated_at, kind, subject, due_at, lease_until, attempts)
      values (${key(`Job:${uuid(end)}`)}, 1, 1, 1, 1, ${kind}, ${invitation(subject)}, 1, 1, 0)`.execute(db);
  await migrate('0053-invitation-quotes');
  const { rows: invitations } = await sql`select quote_id, quote_error_code from invitations order by code`.execute(db);
  expect(invitations).toEqual([
    { quote_id: null, quote_error_code: 'QUOTE_REQUEST_FAILED' },
    { quote_id: key(`Quote:${uuid(2)}`), quote_error_code: null },
    { quote_id: null, quote_error_code: null },
  ]);
  const { rows: jobs } = await sql`select kind from jobs`.execute(db);
  expect(jobs).toEqual([{ kind: 'uma.invitation-expire' }]);
  await db.destroy();
});

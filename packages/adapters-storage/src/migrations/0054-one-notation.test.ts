import { createHash } from 'node:crypto';
import { ACCOUNT_TYPES, exampleAccountInfo, validateAccountInfo } from '@corridor/core/internal';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';
import { identityOf, type Info, inOneNotation } from './account-notation.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const digestOf = (currency: string, info: Info): string =>
  createHash('sha256')
    .update(JSON.stringify([currency, identityOf(info)]))
    .digest('hex');

const pix = (pixKey: string, pixKeyType = 'CPF'): Info => ({ accountType: 'BRL_ACCOUNT', pixKey, pixKeyType });
const euro = (swiftCode: string): Info => ({
  accountType: 'HKD_ACCOUNT',
  bankName: 'B',
  accountNumber: '1',
  swiftCode,
});

const [ADA, BOB] = [`Customer:${uuid(1)}`, `Customer:${uuid(2)}`];

/** Owner, details, whether deleted; then the details, and the account that it is the same as. */
const CASES: readonly (readonly [string, Info, boolean, Info, number | null])[] = [
  // The plain key was added later, and has the identity already.
  [ADA, pix('529.982.247-25'), false, pix('52998224725'), 1],
  [ADA, pix('52998224725'), false, pix('52998224725'), null],
  // Of two that are both in another notation, the first takes the identity.
  [ADA, pix('Ada@Example.com ', 'EMAIL'), false, pix('ada@example.com', 'EMAIL'), null],
  [ADA, pix(' ada@example.COM', 'EMAIL'), false, pix('ada@example.com', 'EMAIL'), 2],
  // An account of another owner and a deleted one are not compared.
  [BOB, pix('529.982.247-25'), false, pix('52998224725'), null],
  [BOB, euro('HSBCHKHHXXX'), true, euro('HSBCHKHHXXX'), null],
  [BOB, euro('HSBCHKHHXXX'), false, euro('HSBCHKHH'), null],
  [BOB, euro('HSBCHKHH500'), false, euro('HSBCHKHH500'), null],
];

test.each(DATABASES)('$name brings accounts into one notation and marks doubles', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0053-invitation-quotes');
  for (const [index, [owner, info, isDeleted]] of CASES.entries())
    await sql`insert into external_accounts (id, tenant, version, created_at, updated_at, owner, owner_type, status,
        currency, default_uma_deposit_account, account_info, identity, is_deleted)
      values (${key(`ExternalAccount:${uuid(index)}`)}, 1, 1, 1, 1, ${key(owner)}, 'CUSTOMER', 'ACTIVE', 'USD',
        ${sql.raw('false')}, ${JSON.stringify(info)}, ${digestOf('USD', info)}, ${sql.raw(String(isDeleted))})`.execute(
      db,
    );
  await migrate('0054-one-notation');
  const { rows } = await sql<{ account_info: string; identity: string; duplicate_of: string | null }>`
    select account_info, identity, duplicate_of from external_accounts order by id`.execute(db);
  expect(rows.map((row) => [JSON.parse(row.account_info), row.duplicate_of])).toEqual(
    CASES.map(([, , , info, other]) => [info, other === null ? null : `ExternalAccount:${uuid(other)}`]),
  );
  expect(rows.map(({ identity }) => identity)).toEqual(
    CASES.map(([, before, isDeleted, after, other]) => digestOf('USD', isDeleted || other !== null ? before : after)),
  );
  await db.destroy();
});

describe('the rules of the migration', () => {
  test.each(ACCOUNT_TYPES)('keep the example of $type', ({ type }) => {
    const info = exampleAccountInfo(type) as unknown as Info;
    expect(inOneNotation(info)).toEqual(info);
    expect(JSON.parse(identityOf(info))[0]).toBe(type);
    expect(JSON.parse(identityOf(info)).length).toBeGreaterThan(2);
  });

  test.each([
    pix('12.abc.345/01DE-35', 'CNPJ'),
    pix('+55 (11) 98765-4321', 'PHONE'),
    pix('7D9F03358DCC40549BF90DBD61D36906', 'RANDOM'),
    pix('Test-Key 1', 'RANDOM'),
    pix('\uff0b5511987654321', 'PHONE'),
    { accountType: 'LIGHTNING', lightningAddress: 'lightning:Ada@Wallet.example' },
    { accountType: 'LIGHTNING', bolt12: 'LNO1PQ+ PS' },
    { accountType: 'EUR_ACCOUNT', iban: 'IBAN de89 3704 0044 0532 0130 00', swiftCode: 'deutdeffxxx' },
    { accountType: 'KES_ACCOUNT', phoneNumber: '+254 712-345.678', provider: 'A  B' },
    { accountType: 'BASE_WALLET', address: ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  ])('are those of the API: %o', (sent) => {
    const example = exampleAccountInfo(sent.accountType as 'EUR_ACCOUNT');
    const kept = sent.accountType === 'LIGHTNING' ? {} : example;
    const read = validateAccountInfo({ ...kept, ...sent });
    expect(read.ok && read.value).toMatchObject(inOneNotation(sent));
  });
});

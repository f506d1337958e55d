import { createDatabaseBlobs } from '@corridor/adapters-storage/blobs';
import { kycPorts } from '@corridor/adapters-rails/kyc';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Customer } from '../customers/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { splitTenant, tenantKey, type TenantKey } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { playArchive } from '../testing/archive.js';
import { addOperator, entriesOfTest } from '../testing/operators.js';
import {
  BLOB_KEY,
  canary,
  CONTENT,
  DOCUMENT,
  hasCanary,
  PERSON,
  PLANTED,
  plantPerson,
} from '../testing/planted-person.js';
import { playBank } from '../testing/play-bank.js';
import { cardOf } from '../testing/play-card.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';
import { EXPORTED_PLACES } from './places.js';
import { exportParts } from './written-export.js';

const THE_PERSON = { customerId: PERSON, audience: 'PERSON', caseReference: null } as const;
const THE_AUTHORITY = { customerId: PERSON, audience: 'AUTHORITY', caseReference: 'AZ-4711' } as const;

async function textOf({ core, tenant }: PlayCore, caller: Caller, request: typeof THE_PERSON | typeof THE_AUTHORITY) {
  const exported = valueOf(await core.operators.personalData.exportCustomer(caller, tenant, request));
  let text = '';
  for await (const part of exportParts(exported)) text += part;
  const { files } = JSON.parse(text) as { files: readonly { readonly base64: string | null }[] };
  return text + files.map(({ base64 }) => (base64 === null ? '' : Buffer.from(base64, 'base64').toString())).join('');
}

describe('the export of a customer', () => {
  let play: PlayCore;
  let ann: Caller;
  beforeEach(async () => {
    const storage = createMemoryStorage();
    const clock = fixedClock();
    const blobs = createDatabaseBlobs(storage.units, clock);
    play = await playCore({ storage, clock, verification: kycPorts(blobs) });
    await plantPerson(storage.units, play.tenant);
    await blobs.put(play.tenant, BLOB_KEY, CONTENT);
    ann = await addOperator(storage.units, 'Ann', 'ADMIN');
  });

  const missing = (text: string, texts: readonly string[]) => texts.filter((each) => !text.includes(each));
  const present = (text: string, texts: readonly string[]) => texts.filter((each) => text.includes(each));
  const canaries = (of: (place: (typeof EXPORTED_PLACES)[number]) => readonly string[]) =>
    EXPORTED_PLACES.flatMap((place) =>
      of(place)
        .filter((column) => hasCanary(place.kind, column))
        .map((column) => canary(place.kind, column)),
    );
  const OPENED = ['customers', 'beneficial_owners', 'documents', 'verifications'];
  const sealedCanaries = canaries(({ kind }) => (OPENED.includes(kind.name) ? kind.sealed : []));
  const travelRule = canaries(({ kind }) =>
    ['uma_receipts', 'travel_rule_transfers'].includes(kind.name) ? kind.sealed : [],
  );

  it('for the person has what every given column says, the opened numbers and the documents', async () => {
    const text = await textOf(play, ann, THE_PERSON);
    expect(missing(text, [...canaries(({ given }) => given), ...sealedCanaries, ...PLANTED.both])).toEqual([]);
  });

  it('for the person has nothing of what is withheld or secret, and nothing of another person', async () => {
    const text = await textOf(play, ann, THE_PERSON);
    const never = canaries(({ never: columns }) => columns).filter((each) => !sealedCanaries.includes(each));
    const excluded = [...canaries(({ withheld }) => withheld), ...never, ...PLANTED.authority, ...PLANTED.none];
    expect(present(text, excluded)).toEqual([]);
    expect(text.match(/.{20}(block|exception|notes|assign|"version"|"updatedAt").{20}/i)).toBeNull();
  });

  it('for an authority has everything but secrets', async () => {
    const text = await textOf(play, ann, THE_AUTHORITY);
    const shown = [...canaries(({ given }) => given), ...canaries(({ withheld }) => withheld)];
    expect(missing(text, [...shown, ...sealedCanaries, ...travelRule, ...PLANTED.both, ...PLANTED.authority])).toEqual(
      [],
    );
    const opened = [...sealedCanaries, ...travelRule];
    const never = canaries(({ never: columns }) => columns).filter((each) => !opened.includes(each));
    expect(present(text, [...never, ...PLANTED.none])).toEqual([]);
  });

  it('is in the log before it is read, each time, with its case', async () => {
    const { personalData } = play.core.operators;
    const bob = await addOperator(play.storage.units, 'Bob', 'OPERATOR');
    for (const request of [THE_PERSON, THE_PERSON])
      valueOf(await personalData.exportCustomer(bob, play.tenant, request));
    valueOf(await personalData.exportCustomer(ann, play.tenant, THE_AUTHORITY));
    const entry = { outcome: 'READ', action: 'personal-data.export', subject: PERSON, tenant: play.tenant };
    const planted = 'canary-operator_log-action-end';
    const entries = (await entriesOfTest(play.storage.units)).filter(({ action }) => action !== planted);
    expect(entries).toMatchObject([
      { ...entry, operatorName: 'Bob', input: { for: 'PERSON' } },
      { ...entry, operatorName: 'Bob', input: { for: 'PERSON' } },
      { ...entry, operatorName: 'Ann', input: { for: 'AUTHORITY', caseReference: 'AZ-4711' } },
    ]);
  });

  it('for a person needs the role OPERATOR, and for an authority ADMIN with a case', async () => {
    const { personalData } = play.core.operators;
    const viewer = await addOperator(play.storage.units, 'Val', 'VIEWER');
    const approver = await addOperator(play.storage.units, 'Pat', 'APPROVER');
    const codes = async (caller: Caller, ...requests: readonly object[]) =>
      Promise.all(
        requests.map(async (over) =>
          codeOf(await personalData.exportCustomer(caller, play.tenant, { ...THE_AUTHORITY, ...over } as never)),
        ),
      );
    expect(await codes(viewer, THE_PERSON, THE_AUTHORITY)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    expect(await codes(approver, THE_PERSON, THE_AUTHORITY)).toEqual(['ok', 'FORBIDDEN']);
    const long = 'x'.repeat(101);
    expect(
      await codes(
        ann,
        { caseReference: null },
        { caseReference: ' ' },
        { caseReference: long },
        { audience: 'PERSON' },
        { customerId: 'Customer:018bcfe5-6800-7000-8000-000000000999' },
        { customerId: ACCOUNT_ID },
      ),
    ).toEqual([...Array<string>(4).fill('INVALID_INPUT'), 'REFERENCE_NOT_FOUND', 'REFERENCE_NOT_FOUND']);
  });

  it('reaches only the platforms of a limited operator', async () => {
    const { platformId } = splitTenant(play.tenant);
    const own = await addOperator(play.storage.units, 'Own', 'OPERATOR', [platformId]);
    const far = await addOperator(play.storage.units, 'Far', 'OPERATOR', [
      'Platform:018bcfe5-0000-7000-8000-000000000009' as never,
    ]);
    const exported = async (caller: Caller, tenant: TenantKey) =>
      codeOf(await play.core.operators.personalData.exportCustomer(caller, tenant, THE_PERSON));
    expect(await exported(own, play.tenant)).toBe('ok');
    expect(await exported(far, play.tenant)).toBe('REFERENCE_NOT_FOUND');
    const elsewhere = tenantKey(platformId, 'PRODUCTION');
    expect(await exported(own, elsewhere)).toBe('REFERENCE_NOT_FOUND');
  });

  it('is possible for a deleted customer', async () => {
    const change = await play.storage.units.run(play.tenant, async (tx) => {
      const customer = (await tx.get(CUSTOMERS, PERSON)) as Customer;
      tx.change(CUSTOMERS, customer, { ...customer, isDeleted: true, version: customer.version + 1 });
      return { ok: true, value: undefined };
    });
    valueOf(change);
    expect(await textOf(play, ann, THE_PERSON)).toContain('"isDeleted":true');
  });

  it('names a document whose content is gone, and a number that the master key does not open', async () => {
    await createDatabaseBlobs(play.storage.units, play.clock).delete(play.tenant, BLOB_KEY);
    const before = await textOf(play, ann, THE_PERSON);
    expect(JSON.parse(before)).toMatchObject({ files: [{ documentId: DOCUMENT, base64: null }] });
    const change = await play.storage.units.run(play.tenant, async (tx) => {
      const customer = (await tx.get(CUSTOMERS, PERSON)) as Customer;
      tx.change(CUSTOMERS, customer, { ...customer, sealedTaxId: 'sealed:elsewhere', version: customer.version + 1 });
      return { ok: true, value: undefined };
    });
    valueOf(change);
    expect(JSON.parse(await textOfParts(play, ann))).toMatchObject({
      customer: [{ taxId: 'cannot be opened with the master key of this installation' }],
    });
  });
});

const ACCOUNT_ID = 'InternalAccount:018bcfe5-6800-7000-8000-000000000002';

async function textOfParts({ core, tenant }: PlayCore, caller: Caller, customerId = PERSON): Promise<string> {
  const request = { ...THE_PERSON, customerId };
  let text = '';
  for await (const part of exportParts(
    valueOf(await core.operators.personalData.exportCustomer(caller, tenant, request)),
  ))
    text += part;
  return text;
}

it('has what an account owes the service, and no reason of a decline, which could be a block', async () => {
  const bank = await playBank();
  const { play, usd, customerId } = bank.payer;
  const card = await cardOf(bank.payer);
  valueOf(await bank.arrives(usd.reference!, 100_000n, { paymentId: 'p1' }));
  const all = await bank.payer.quoted(
    bank.payer.fromAccount(usd.id, (await bank.payer.external()).id, { lockedCurrencyAmount: 1_070_000n }),
  );
  valueOf(await bank.payer.execute(all.id));
  valueOf(await bank.tell({ kind: 'reversal', paymentId: 'p1', amount: 100_000n, reason: null }));
  const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  const blocked = { id: customerId, reason: 'r', caseReference: 'c', notes: 'n', tellPlatform: false };
  const block = { tenant: play.tenant, action: 'customers.block', input: blocked } as const;
  valueOf(await play.core.operators.actions.request(ann, block as never));
  expect(await card.asked({})).toMatchObject({ value: { approved: false, reason: 'CARDHOLDER_NOT_READY' } });
  const text = await textOfParts(play, ann, customerId);
  expect(JSON.parse(text)).toMatchObject({
    debts: [{ accountId: usd.id, currency: 'USD', owed: '70000' }],
    'card-log': [{ what: 'DECLINED', merchant: 'SHOP' }],
  });
  expect(text).not.toContain('CARDHOLDER_NOT_READY');
});

it('has the payments of a customer as its statements name them, and its events also from the archive', async () => {
  const archive = playArchive();
  const payer = await playPayer({ archive: { store: archive.store, afterDays: 30 } });
  const { play, customerId } = payer;
  const payee = await payer.external();
  const quote = await payer.quoted({
    ...payer.fromAccount(payer.usd.id, payee.id),
    remittanceInformation: 'Rent 12',
  } as never);
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  const before = JSON.parse(await textOfParts(play, ann, customerId)) as Record<string, readonly object[]>;
  expect(before['payments']).toMatchObject([{}, {}].slice(0, before['payments']!.length));
  const line = before['statements']!.find((entry) => 'text' in entry && entry.text === 'Rent 12');
  expect(line).toMatchObject({
    accountId: payer.usd.id,
    currency: 'USD',
    counterparty: expect.stringContaining('…') as string,
  });
  play.clock.advance(40 * 86_400);
  await play.core.work.drain();
  await play.core.work.sealJournal();
  for (let rows = 1; rows > 0;) ({ rows } = await play.core.work.archiveEvents());
  expect(archive.files.size).toBeGreaterThan(0);
  const after = JSON.parse(await textOfParts(play, ann, customerId)) as Record<string, readonly object[]>;
  const completed = (events: readonly object[]) =>
    events.filter((event) => 'type' in event && event.type === 'OUTGOING_PAYMENT.COMPLETED');
  expect(completed(after['events']!)).toEqual(completed(before['events']!));
  expect(completed(after['events']!)).toHaveLength(1);
});

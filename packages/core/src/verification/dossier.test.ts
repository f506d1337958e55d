import { expect, it } from 'vitest';
import { playPayer } from '../testing/play-payer.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { ADDRESS, COMPANY_DOCUMENTS, playCompanies } from '../testing/play-companies.js';
import { BENEFICIAL_OWNERS } from './index.js';

it('shows what an undecided change of the identity would change, with masked numbers', async () => {
  const payer = await playPayer({}, { idType: 'SSN', identifier: '912-55-0187' } as object);
  const { play, customerId } = payer;
  const { core } = play;
  valueOf(
    await play.run(core.customers.update, {
      id: customerId,
      fullName: 'Ada King 001',
      identifier: '912-55-0188',
    }),
  );
  const read = async () => valueOf(await play.read(core.verification.dossier, { customerId }));
  const before = await read();
  const [verification] = before.verifications;
  expect(before.identifier).toBe('…0187');
  expect(before.changes.get(verification!.id)).toEqual([
    { field: 'fullName', before: 'Ada Lovelace', after: 'Ada King 001' },
    { field: 'identifier', before: '…0187', after: '…0188' },
  ]);
  valueOf(await play.run(core.verification.decide, { id: verification!.id, decision: 'APPROVED' }));
  const after = await read();
  expect([after.customer.fullName, after.identifier, after.changes.size]).toEqual(['Ada King 001', '…0188', 0]);
});

it('is there for a deleted customer too', async () => {
  const play = await playCore();
  const { core } = play;
  const { id } = valueOf(await play.run(core.customers.create, { customerType: 'INDIVIDUAL' }));
  valueOf(await play.run(core.customers.delete, { id }));
  expect(valueOf(await play.read(core.verification.dossier, { customerId: id })).customer.isDeleted).toBe(true);
  const unknown = 'Customer:018bcfe5-6800-7000-8000-00000000ffff';
  expect(await play.read(core.verification.dossier, { customerId: unknown })).toMatchObject({
    ok: false,
    error: { code: 'USER_NOT_FOUND' },
  });
});

it('shows the owners with masked numbers, and what changes of an owner and of the business would change', async () => {
  const of = await playCompanies();
  const customer = await of.documented();
  const owner = await of.owner(customer);
  await of.submit(customer);
  await of.play.pass(0);
  const address = { ...ADDRESS, country: 'CA' };
  valueOf(await of.change(owner.id, { personalInfo: { lastName: 'King 001', identifier: '987-65-4320', address } }));
  valueOf(
    await of.play.run(of.play.core.customers.update, {
      id: customer.id,
      businessInfo: { registrationNumber: 'REG-001', taxId: '98-7654321' },
    }),
  );
  const [ofOwner, ofBusiness] = (await of.customer(customer)).identityReviews;
  const passport = await of.upload(owner.id, 'PASSPORT');
  const other = await of.business();
  await of.upload(other.id, 'UTILITY_BILL');
  await of.owner(other);
  const dossier = valueOf(await of.play.read(of.play.core.verification.dossier, { customerId: customer.id }));
  expect(dossier).toMatchObject({ identifier: null, taxId: '…6789', first: { customerId: customer.id } });
  expect(dossier.owners).toEqual([{ owner: await of.record(BENEFICIAL_OWNERS, owner.id), identifier: '…0187' }]);
  expect(dossier.documents.map(({ documentType }) => documentType)).toEqual([...COMPANY_DOCUMENTS, 'PASSPORT']);
  expect(dossier.documents.at(-1)!.id).toBe(passport.id);
  expect(dossier.verifications).toHaveLength(3);
  expect(dossier.changes.get(ofOwner!)).toEqual([
    { field: 'personalInfo.lastName', before: 'Hopper', after: 'King 001' },
    { field: 'personalInfo.address', before: ADDRESS, after: address },
    { field: 'personalInfo.identifier', before: '…0187', after: '…4320' },
  ]);
  expect(dossier.changes.get(ofBusiness!)).toEqual([
    { field: 'businessInfo.registrationNumber', before: 'REG-900', after: 'REG-001' },
    { field: 'businessInfo.taxId', before: '…6789', after: '…4321' },
  ]);
  expect(dossier.changes.size).toBe(2);
});

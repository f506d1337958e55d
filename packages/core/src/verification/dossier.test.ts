import { expect, it } from 'vitest';
import { playPayer } from '../testing/play-payer.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { masked } from './index.js';

it.each([
  ['912-55-0187', '…0187'],
  ['12345678', '…5678'],
  ['1234567', '…'],
  ['', '…'],
])('shows of the number %s only %s', (number, shown) => {
  expect(masked(number)).toBe(shown);
});

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

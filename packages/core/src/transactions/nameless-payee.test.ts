import { beforeEach, describe, expect, it } from 'vitest';
import { SCREENINGS } from '../screening/index.js';
import { decide } from '../testing/decide-match.js';
import { type PlayBank, playBank } from '../testing/play-bank.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';

let lists: PlayScreening;
let bank: PlayBank;
beforeEach(async () => {
  lists = playScreening();
  bank = await playBank({ screening: [lists.connection] });
  await bank.payer.play.pass(60);
  lists.asked.length = 0;
});

/** The rule of a provider that lets no payment go to a payee without a name. */
const noName = () => {
  lists.ofParty = ({ role, name }) =>
    role === 'PAYEE' && name === null ? { entry: 'payee without a name', version: '1' } : null;
};

const statusOf = (subject: string) =>
  bank.payer.play.storage.units.read(bank.payer.play.tenant, async (reads) =>
    (await reads.list(SCREENINGS, { where: { subject }, order: 'asc', limit: 9 })).rows.map(({ status }) => status),
  );

describe('a payee whose external account names no owner', () => {
  it('is asked about with a name of null, and a provider that needs no name lets the payment go on', async () => {
    const { id } = await bank.transferOut();
    await bank.payer.play.pass(0);
    const question = lists.asked.find(({ payment }) => payment?.id === id)!;
    expect(question.parties.find(({ role }) => role === 'PAYEE')).toMatchObject({ name: null, address: null });
    expect(await statusOf(id)).toEqual(['CLEAR']);
  });

  it('is held by a provider that needs a name, until an operator has decided', async () => {
    noName();
    const { id } = await bank.transferOut();
    await bank.payer.play.pass(0);
    expect([await statusOf(id), (await bank.read(id)).submittedAt]).toEqual([['HELD'], null]);
    while (await decide(bank.payer.play, 'clear').catch(() => null)) continue;
    await bank.payer.play.pass(0);
    expect((await bank.read(id)).submittedAt).not.toBeNull();
    await bank.payer.auditClean();
  });
});

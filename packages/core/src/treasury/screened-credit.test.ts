import { beforeEach, describe, expect, it } from 'vitest';
import { DEPOSITS } from '../transactions/index.js';
import { SCREENINGS } from '../screening/index.js';
import { FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { playScreening, type PlayScreening } from '../testing/play-screening.js';
import { operatorNamed } from '../testing/ports.js';

const MALLORY = { remitter: { name: 'Mallory', account: 'DE001' } };
const HELD = { ...MALLORY, hold: 'the bank asks for the purpose' };

let lists: PlayScreening;
let bank: PlayBank;
beforeEach(async () => {
  lists = playScreening();
  bank = await playBank({ screening: [lists.connection] });
  await bank.payer.play.pass(60);
});

async function credit(core = bank.payer.play) {
  const held = (await bank.exceptions()).find(({ kind, status }) => kind === 'DEPOSIT_HELD' && status === 'OPEN')!;
  const input = { exceptionId: held.id, resolution: 'CREDITED', account: bank.payer.usd.id, by: operatorNamed('Ann') };
  return core.run(core.core.treasury.resolve, input as never);
}

const rows = <T>(kind: unknown): Promise<readonly T[]> =>
  bank.payer.play.storage.units.read(
    bank.payer.play.tenant,
    async (reads) => (await reads.list(kind as never, { order: 'asc', limit: 50 })).rows as never,
  );
const depositOf = async () => (await rows<{ readonly id: string; readonly status: string }>(DEPOSITS)).at(-1)!;
const asked = async () => {
  const { id } = await depositOf();
  return (await rows<{ readonly subject: string; readonly occasion: string }>(SCREENINGS)).filter(
    ({ subject }) => subject === id,
  );
};

describe('money that an operator credits from suspense', () => {
  it.each([
    ['that its rail holds', () => bank.arrives(bank.payer.usd.reference, SENT, HELD)],
    ['whose reference no account has', () => bank.arrives('lunch', SENT, { ...MALLORY, returnAfterSeconds: 3_600 })],
  ])('%s is asked about when it arrives, as all arriving money, and credited after the answer', async (_, arrive) => {
    lists.isAway = true;
    valueOf(await arrive());
    expect(await asked()).toMatchObject([{ occasion: 'ARRIVAL' }]);
    const refused = await credit();
    expect(codeOf(refused)).toBe('CONFLICT');
    expect(JSON.stringify(refused)).toContain('has not answered');
    lists.isAway = false;
    await bank.payer.play.pass(60);
    expect(await depositOf()).toMatchObject({ status: 'KEPT' });
    valueOf(await credit());
    expect(await bank.balance()).toEqual([FUNDED + SENT, 0n]);
    await bank.payer.auditClean();
  });

  it('is not credited while its sender has a match', async () => {
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    valueOf(await bank.arrives(bank.payer.usd.reference, SENT, HELD));
    await bank.payer.play.pass(60);
    const refused = await credit();
    expect(codeOf(refused)).toBe('CONFLICT');
    expect(JSON.stringify(refused)).toContain('clear or confirm it first');
    expect(await bank.balance()).toEqual([FUNDED, 0n]);
    await bank.payer.auditClean();
  });

  it('is asked about again if the lists have changed since the answer', async () => {
    valueOf(await bank.arrives('lunch', SENT, { ...MALLORY, returnAfterSeconds: 360_000 }));
    await bank.payer.play.pass(1);
    // Another question brings the new lists; the round has not come to the sender yet.
    lists.change([{ entry: 'E1', version: '1', matches: 'Mallory' }]);
    valueOf(await bank.arrives(bank.payer.usd.reference, SENT, { remitter: { name: 'Grace', account: 'DE002' } }));
    await bank.payer.play.core.work.runJobs();
    expect(codeOf(await credit())).toBe('CONFLICT');
    await bank.payer.play.pass(60);
    expect(JSON.stringify(await credit())).toContain('clear or confirm it first');
  });

  it('of a deposit that is older than the connection is asked about when an operator wants to credit it', async () => {
    bank = await playBank();
    valueOf(await bank.arrives('lunch', SENT, { ...MALLORY, returnAfterSeconds: 360_000 }));
    expect(await asked()).toEqual([]);
    const { storage, clock } = bank.payer.play;
    const play = await playCore({ storage, clock, screening: [lists.connection] }, { existing: true });
    expect(codeOf(await credit(play))).toBe('CONFLICT');
    expect(await asked()).toMatchObject([{ occasion: 'ARRIVAL' }]);
    await play.pass(60);
    valueOf(await credit(play));
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });
});

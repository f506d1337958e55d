import { beforeEach, describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { BLOCKS } from '../blocks/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { createIds, ok, type Result, transition, type Unit, update } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { partyNamed, playHit } from '../testing/play-hit.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { racingUnits } from '../testing/racing-units.js';
import { clearMatches } from './decide-match.js';
import { withdrawConfirmation } from './withdraw-confirmation.js';
import {
  customerParty,
  SCREENED_PARTIES,
  SCREENING,
  type Screening,
  SCREENING_MATCHES,
  SCREENING_ROUNDS,
  SCREENINGS,
} from './index.js';

let payer: PlayPayer;
let ann: Caller;
let bob: Caller;
let viewer: Caller;
beforeEach(async () => {
  payer = await playPayer();
  const { units } = payer.play.storage;
  ann = await addOperator(units, 'Ann', 'OPERATOR');
  bob = await addOperator(units, 'Bob', 'APPROVER');
  viewer = await addOperator(units, 'Vic', 'VIEWER');
});

type Decided = `screening.${'clear' | 'confirm' | 'withdraw'}`;
const request = (by: Caller, action: Decided, input: object) =>
  payer.play.core.operators.actions.request(by, { tenant: payer.play.tenant, action, input: input as never });
const clear = (input: object, by = ann) => request(by, 'screening.clear', { reason: 'another birth date', ...input });
const asksToConfirm = (input: object) =>
  request(ann, 'screening.confirm', { reason: 'the same passport', caseReference: 'CASE-7', ...input });
const confirm = async (input: object) => {
  const asked = valueOf(await asksToConfirm(input));
  if (asked.kind !== 'awaiting') throw new Error(`the confirmation is ${asked.kind}`);
  return payer.play.core.operators.actions.approve(bob, payer.play.tenant, asked.awaiting);
};
const screening = async ({ id }: Screening) =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(SCREENINGS, id)))!;
const matches = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(SCREENING_MATCHES, { order: 'asc', limit: 20 })).rows,
  );
const exceptions = () =>
  payer.play.storage.units.read(
    payer.play.tenant,
    async (reads) => (await reads.list(EXCEPTIONS, { order: 'asc', limit: 20 })).rows,
  );
const customer = async () =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.get(CUSTOMERS, payer.customerId)))!;
const isClear = async (party: string) =>
  (await payer.play.storage.units.read(payer.play.tenant, (reads) => reads.find(SCREENED_PARTIES, 'party', [party])))
    ?.isClear;

const ada = () => partyNamed(payer.customerId, 'Ada Lovelace');
const hit = (over: Partial<Parameters<typeof playHit>[1]> = {}) =>
  playHit(payer.play, { parties: [ada()], matches: [{}], ...over });

describe('a hit that is cleared', () => {
  it('has a reason and an operator, ends its exception, and the party counts as clear', async () => {
    const held = await hit({ parties: [customerParty(await customer())] });
    expect(await isClear(payer.customerId)).toBe(false);
    expect(await exceptions()).toMatchObject([
      { kind: 'SCREENING_HIT', status: 'OPEN', subject: payer.customerId, reference: held.id, amount: 0n },
    ]);
    expect(valueOf(await clear({ id: held.id })).kind).toBe('done');
    expect((await screening(held)).status).toBe('CLEAR');
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED', resolution: 'RETRIED' }]);
    expect(await matches()).toMatchObject([
      {
        status: 'CLEARED',
        decision: 'another birth date',
        decidedBy: expect.stringMatching(/^Ann /),
        approvedBy: null,
      },
    ]);
    expect(await isClear(payer.customerId)).toBe(true);
    await payer.auditClean();
  });

  it('waits for its other matches, also if one is cleared by its id', async () => {
    const held = await hit({ matches: [{}, { entry: 'SDN-2' }] });
    const [first] = held.matches;
    valueOf(await clear({ id: held.id, match: first }));
    expect((await screening(held)).status).toBe('HELD');
    expect(await exceptions()).toMatchObject([{ status: 'OPEN' }]);
    expect(codeOf(await clear({ id: held.id, match: first }))).toBe('INVALID_STATE_TRANSITION');
    valueOf(await clear({ id: held.id }));
    expect((await screening(held)).status).toBe('CLEAR');
    await payer.auditClean();
  });

  it('keeps its exception while a match of another party is open, also if its own match is cleared', async () => {
    const payee = (await payer.external()).id;
    const parties = [customerParty(await customer()), partyNamed(payee, 'Grace Hopper')];
    const held = await hit({ parties, matches: [{}, { party: payee, entry: 'SDN-2' }] });
    expect(held.subject).toBe(payer.customerId);
    const [own, other] = await matches();
    valueOf(await clear({ id: held.id, match: own!.id }));
    expect((await screening(held)).status).toBe('HELD');
    expect(await exceptions()).toMatchObject([{ status: 'OPEN', subject: held.subject }]);
    await payer.auditClean();
    valueOf(await clear({ id: held.id, match: other!.id }));
    expect((await screening(held)).status).toBe('CLEAR');
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED', resolution: 'RETRIED' }]);
    await payer.auditClean();
  });

  it('clears every screening with the same match, and a later answer with it holds nothing', async () => {
    const [one, other] = [await hit(), await hit({ subject: (await payer.external()).id })];
    expect(one.matches).toEqual(other.matches);
    valueOf(await clear({ id: one.id }));
    expect([(await screening(one)).status, (await screening(other)).status]).toEqual(['CLEAR', 'CLEAR']);
    expect((await exceptions()).map(({ status }) => status)).toEqual(['RESOLVED', 'RESOLVED']);
    expect((await hit()).status).toBe('CLEAR');
    expect((await hit({ matches: [{ entryVersion: '2' }] })).status).toBe('HELD');
    expect((await hit({ parties: [partyNamed(payer.customerId, 'Ada King')] })).status).toBe('HELD');
    await payer.auditClean();
  });

  it('makes the party clear, also if what found the match first has ended', async () => {
    const { tenant, storage, context } = payer.play;
    const first = await hit({ subject: (await payer.external()).id, parties: [customerParty(await customer())] });
    await storage.units.run(tenant, async (tx) => {
      const held = (await tx.get(SCREENINGS, first.id))!;
      return ok(transition(tx, context(), SCREENING, SCREENINGS, held, 'drop'));
    });
    const later = await hit({ parties: [customerParty(await customer())] });
    expect(await isClear(payer.customerId)).toBe(false);
    valueOf(await clear({ id: later.id }));
    expect(await isClear(payer.customerId)).toBe(true);
  });

  it('leaves the party as it is while another match of the last answer is open', async () => {
    const parties = [customerParty(await customer())];
    const first = await hit({ parties });
    const later = await hit({ parties, matches: [{}, { entry: 'SDN-2' }] });
    valueOf(await clear({ id: first.id }));
    expect(await isClear(payer.customerId)).toBe(false);
    valueOf(await clear({ id: later.id }));
    expect(await isClear(payer.customerId)).toBe(true);
  });

  it('in a round ends the exceptions of all parties that it clears', async () => {
    const account = await payer.external();
    await hit({ matches: [] });
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1 }),
    );
    const held = await hit({
      subject: rows[0]!.id,
      parties: [ada(), partyNamed(account.id, 'Grace Hopper', 'PAYEE')],
      matches: [{}, { party: account.id, entry: 'SDN-2' }],
    });
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toHaveLength(2);
    valueOf(await clear({ id: held.id }));
    expect((await screening(held)).status).toBe('CLEAR');
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    await payer.auditClean();
  });

  it('needs an operator, a reason, and a screening that waits', async () => {
    const held = await hit();
    expect(codeOf(await clear({ id: held.id }, viewer))).toBe('FORBIDDEN');
    expect(codeOf(await clear({ id: held.id, reason: ' ' }))).toBe('INVALID_INPUT');
    const none = '018bcfe5-6800-7000-8000-0000000000bb';
    expect(codeOf(await clear({ id: `Screening:${none}` }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await clear({ id: held.id, match: `ScreeningMatch:${none}` }))).toBe('REFERENCE_NOT_FOUND');
    valueOf(await clear({ id: held.id }));
    expect(codeOf(await clear({ id: held.id }))).toBe('INVALID_STATE_TRANSITION');
  });

  it('has no event', async () => {
    const held = await hit();
    valueOf(await clear({ id: held.id }));
    await payer.play.pass(5);
    expect(payer.play.delivered.map(({ type }) => type).filter((type) => /EXCEPTION|SCREEN/.test(type))).toEqual([]);
  });
});

describe('a hit that is confirmed', () => {
  it('waits for a second operator, and then blocks the customer silently', async () => {
    const held = await hit();
    valueOf(await asksToConfirm({ id: held.id }));
    expect([(await customer()).blockedAs, (await screening(held)).status]).toEqual([null, 'HELD']);
    const again = await hit({ subject: (await payer.external()).id });
    valueOf(await confirm({ id: held.id }));
    expect((await customer()).blockedAs).toBe('SILENT');
    expect([(await screening(held)).status, (await screening(again)).status]).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await matches()).toMatchObject([
      { status: 'CONFIRMED', decidedBy: expect.stringMatching(/^Ann /), approvedBy: expect.stringMatching(/^Bob /) },
    ]);
    expect(await exceptions()).toMatchObject([
      { status: 'RESOLVED', resolution: 'REFUSED', approvedBy: expect.stringMatching(/^Bob /) },
      { status: 'RESOLVED', resolution: 'REFUSED' },
    ]);
    await payer.auditClean();
  });

  it('blocks an external account', async () => {
    const account = await payer.external();
    const held = await hit({ parties: [partyNamed(account.id, 'Grace Hopper', 'PAYEE')] });
    valueOf(await confirm({ id: held.id }));
    const blocked = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.get(EXTERNAL_ACCOUNTS, account.id),
    );
    expect(blocked!.blockedAs).toBe('SILENT');
    expect((await customer()).blockedAs).toBeNull();
    await payer.auditClean();
  });

  it('leaves a block as it is, and a finding about a payment has no party to block', async () => {
    const { core, tenant } = payer.play;
    const input = { id: payer.customerId, reason: 'an order', caseReference: 'CASE-1', tellPlatform: true };
    valueOf(await core.operators.actions.request(ann, { tenant, action: 'customers.block', input }));
    valueOf(await confirm({ id: (await hit()).id }));
    expect((await customer()).blockedAs).toBe('TOLD');
    const rule = await hit({ parties: [partyNamed(payer.customerId, 'Ada King')], matches: [{ party: null }] });
    valueOf(await confirm({ id: rule.id }));
    await payer.auditClean();
  });

  it('names one match, and other screenings of the party stay held by their own', async () => {
    const held = await hit({ matches: [{}, { entry: 'SDN-2' }] });
    const other = await hit({ subject: (await payer.external()).id, matches: [{ entry: 'SDN-2' }] });
    const unnamed = await asksToConfirm({ id: held.id });
    expect(codeOf(unnamed)).toBe('INVALID_INPUT');
    expect(JSON.stringify(unnamed)).toContain(held.matches[1]);
    valueOf(await confirm({ id: held.id, match: held.matches[0] }));
    expect([(await screening(held)).status, (await screening(other)).status]).toEqual(['CONFIRMED', 'HELD']);
    await payer.auditClean();
  });

  it('is confirmed in a later answer too, with nothing left to decide', async () => {
    const subject = (await payer.external()).id;
    valueOf(await confirm({ id: (await hit()).id }));
    const again = await hit({ subject });
    expect((await screening(again)).status).toBe('CONFIRMED');
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED' }]);
    const mixed = await hit({ subject, matches: [{}, { entry: 'SDN-2' }] });
    expect((await screening(mixed)).status).toBe('HELD');
    valueOf(await clear({ id: mixed.id }));
    expect((await screening(mixed)).status).toBe('CONFIRMED');
    expect((await exceptions()).map(({ status, resolution }) => [status, resolution])).toEqual([
      ['RESOLVED', 'REFUSED'],
      ['RESOLVED', 'REFUSED'],
    ]);
    await payer.auditClean();
  });

  it('in a round leaves the other parties of the round to be decided about', async () => {
    const account = await payer.external();
    await hit({ matches: [] });
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1 }),
    );
    const held = await hit({
      subject: rows[0]!.id,
      parties: [ada(), partyNamed(account.id, 'Grace Hopper', 'PAYEE')],
      matches: [{}, { party: account.id, entry: 'SDN-2' }],
    });
    valueOf(await confirm({ id: held.id, match: held.matches[0] }));
    expect((await screening(held)).status).toBe('HELD');
    const open = (await exceptions()).filter(({ status }) => status === 'OPEN');
    expect(open).toMatchObject([{ subject: account.id }]);
    valueOf(await clear({ id: held.id }));
    expect((await screening(held)).status).toBe('CONFIRMED');
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    await payer.auditClean();
  });

  it('cannot be approved after another operator cleared it', async () => {
    const held = await hit();
    const asked = valueOf(await asksToConfirm({ id: held.id }));
    valueOf(await clear({ id: held.id }));
    if (asked.kind !== 'awaiting') throw new Error('a second operator is needed');
    expect((await payer.play.core.operators.actions.approve(bob, payer.play.tenant, asked.awaiting)).ok).toBe(false);
    expect((await customer()).blockedAs).toBeNull();
  });
});

describe('a confirmation that is withdrawn', () => {
  const asksToWithdraw = (input: object) =>
    request(ann, 'screening.withdraw', { reason: 'another passport', ...input });
  const withdraw = async (input: object) => {
    const asked = valueOf(await asksToWithdraw(input));
    if (asked.kind !== 'awaiting') throw new Error(`the withdrawal is ${asked.kind}`);
    return payer.play.core.operators.actions.approve(bob, payer.play.tenant, asked.awaiting);
  };

  it('waits for a second operator, clears the match everywhere, and leaves the block', async () => {
    const subject = (await payer.external()).id;
    const held = await hit({ parties: [customerParty(await customer())] });
    valueOf(await confirm({ id: held.id }));
    const again = await hit({ subject, parties: [customerParty(await customer())] });
    expect((await screening(again)).status).toBe('CONFIRMED');
    valueOf(await asksToWithdraw({ id: held.id }));
    expect((await screening(held)).status).toBe('CONFIRMED');
    valueOf(await withdraw({ id: held.id }));
    expect([(await screening(held)).status, (await screening(again)).status]).toEqual(['CLEAR', 'CLEAR']);
    expect(await matches()).toMatchObject([
      {
        ...{ status: 'CLEARED', decision: 'another passport' },
        ...{ decidedBy: expect.stringMatching(/^Ann /), approvedBy: expect.stringMatching(/^Bob /) },
      },
    ]);
    expect((await customer()).blockedAs).toBe('SILENT');
    expect(await isClear(payer.customerId)).toBe(true);
    expect((await hit({ parties: [customerParty(await customer())] })).status).toBe('CLEAR');
    expect(codeOf(await asksToWithdraw({ id: held.id }))).toBe('INVALID_STATE_TRANSITION');
    await payer.auditClean();
  });

  it('lets another match of the same answer be decided about, with an exception of its own', async () => {
    const held = await hit({ matches: [{}, { entry: 'SDN-2' }] });
    valueOf(await confirm({ id: held.id, match: held.matches[0] }));
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    valueOf(await withdraw({ id: held.id }));
    expect((await screening(held)).status).toBe('DROPPED');
    const [open, ...others] = (await exceptions()).filter(({ status }) => status === 'OPEN');
    expect(others).toEqual([]);
    expect(open).toMatchObject({ kind: 'SCREENING_HIT', subject: payer.customerId });
    valueOf(await clear({ id: open!.reference }));
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    await payer.play.pass(5);
    await payer.auditClean();
  });

  it('in a round that other parties still hold puts the other match of the party before the operators', async () => {
    const account = await payer.external();
    await hit({ matches: [] });
    const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
      reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1 }),
    );
    const held = await hit({
      subject: rows[0]!.id,
      parties: [ada(), partyNamed(account.id, 'Grace Hopper', 'PAYEE')],
      matches: [{}, { entry: 'SDN-3' }, { party: account.id, entry: 'SDN-2' }],
    });
    valueOf(await confirm({ id: held.id, match: held.matches[0] }));
    valueOf(await withdraw({ id: held.id, match: held.matches[0] }));
    expect((await screening(held)).status).toBe('HELD');
    const open = (await exceptions()).filter(({ status }) => status === 'OPEN');
    expect(open.map(({ subject }) => subject).toSorted()).toEqual([account.id, payer.customerId].toSorted());
    valueOf(await clear({ id: open.find(({ subject }) => subject === payer.customerId)!.reference }));
    valueOf(await clear({ id: held.id }));
    expect((await screening(held)).status).toBe('CLEAR');
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
    await payer.auditClean();
  });

  it('lets go on what no exception holds', async () => {
    const held = await hit();
    valueOf(await confirm({ id: held.id }));
    const { storage, tenant, context, clock } = payer.play;
    const gone: string[] = [];
    const nothing = { clear: async () => ok(), held: async () => ok() };
    const party = { ...nothing, clear: async (_unit: Unit, { id }: Screening) => (gone.push(id), ok()) };
    const continuations = { payment: nothing, deposit: nothing, order: nothing, party };
    const withdrawn = await storage.units.run(tenant, (tx) => {
      const unit = { tx, ctx: context(), ids: createIds(clock, seededRandom('withdrawn')) };
      const ports = { digest, sealer: reversingSealer, continuations };
      return withdrawConfirmation(unit, ports, { id: held.id, reason: 'another' }, { by: 'Ann', approvedBy: 'Bob' });
    });
    valueOf(withdrawn);
    expect(gone).toEqual([held.id]);
  });

  it('names one of several, and what another confirmation stops stays stopped', async () => {
    const subject = (await payer.external()).id;
    const held = await hit();
    valueOf(await confirm({ id: held.id }));
    const mixed = await hit({ subject, matches: [{}, { entry: 'SDN-2' }] });
    valueOf(await confirm({ id: mixed.id }));
    expect(codeOf(await asksToWithdraw({ id: mixed.id }))).toBe('INVALID_INPUT');
    expect(codeOf(await asksToWithdraw({ id: (await hit({ matches: [] })).id }))).toBe('INVALID_STATE_TRANSITION');
    valueOf(await withdraw({ id: mixed.id, match: mixed.matches[0] }));
    expect([(await screening(held)).status, (await screening(mixed)).status]).toEqual(['CLEAR', 'CONFIRMED']);
    await payer.auditClean();
  });
});

it('the audit compares the block with the entry of the log that confirms the match', async () => {
  const held = await hit();
  valueOf(await confirm({ id: held.id }));
  const { units } = payer.play.storage;
  await units.run(payer.play.tenant, async (tx) => {
    const [block] = (await tx.list(BLOCKS, { order: 'asc', limit: 1 })).rows;
    return ok(update(tx, payer.play.context(), BLOCKS, block!, { endReason: 'none' }));
  });
  const { findings } = await payer.play.core.ledger.audit();
  expect(findings.join()).toContain('differs from the operator log in endReason');
});

describe('two decisions at the same moment', () => {
  /** A decision that has read everything when the other one commits. */
  async function race(first: (at: PlayCore) => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
    const { storage, clock } = payer.play;
    let isArmed = false;
    const units = racingUnits(
      storage.units,
      () => isArmed,
      async () => void (await other()),
    );
    const at = await playCore({ storage: { ...storage, units }, clock }, { existing: true });
    isArmed = true;
    await first(at);
  }
  const act = async (at: PlayCore, action: Decided, input: object) => {
    const given = { reason: 'compared', ...input } as never;
    valueOf(await at.core.operators.actions.request(ann, { tenant: at.tenant, action, input: given }));
  };
  const unitOf = (at: PlayCore, work: (unit: Unit) => Promise<Result<unknown>>) =>
    at.storage.units.run(at.tenant, (tx) =>
      work({ tx, ctx: at.context(), ids: createIds(at.clock, seededRandom(`race ${raced++}`)) }),
    );
  let raced = 0;
  const nothing = { clear: async () => ok(), held: async () => ok() };
  const ports = {
    ...{ digest, sealer: reversingSealer },
    continuations: { payment: nothing, deposit: nothing, order: nothing, party: nothing },
  };
  const withdrawn = (at: PlayCore, choice: { readonly id: string; readonly match?: string | undefined }) =>
    unitOf(at, (unit) =>
      withdrawConfirmation(unit, ports, { ...choice, reason: 'another' }, { by: 'Ann', approvedBy: 'Bob' }),
    );

  it('that clear each match of a hit end it, and the party is clear', async () => {
    const held = await hit({ parties: [customerParty(await customer())], matches: [{}, { entry: 'SDN-2' }] });
    const [one, two] = held.matches;
    const clearedBy = (at: PlayCore, match: string | undefined) =>
      unitOf(at, (unit) => clearMatches(unit, ports, { id: held.id, match, reason: 'another' }, 'Ann'));
    await race(
      async (at) => valueOf(await clearedBy(at, one)),
      async () => valueOf(await clearedBy(payer.play, two)),
    );
    expect((await screening(held)).status).toBe('CLEAR');
    expect(await exceptions()).toMatchObject([{ status: 'RESOLVED' }]);
    expect(await isClear(payer.customerId)).toBe(true);
  });

  it('that withdraw both confirmations of an answer end it', async () => {
    const subject = (await payer.external()).id;
    valueOf(await confirm({ id: (await hit()).id }));
    const mixed = await hit({ subject, matches: [{}, { entry: 'SDN-2' }] });
    valueOf(await confirm({ id: mixed.id }));
    const [one, two] = mixed.matches;
    await race(
      async (at) => valueOf(await withdrawn(at, { id: mixed.id, match: one })),
      async () => valueOf(await withdrawn(payer.play, { id: mixed.id, match: two })),
    );
    expect((await screening(mixed)).status).toBe('CLEAR');
  });

  it('of which one withdraws a confirmation and the other clears the other match leave nothing held', async () => {
    const held = await hit({ matches: [{}, { entry: 'SDN-2' }] });
    const other = await hit({ subject: (await payer.external()).id, matches: [{ entry: 'SDN-2' }] });
    valueOf(await confirm({ id: held.id, match: held.matches[0] }));
    await race(
      async (at) => valueOf(await withdrawn(at, { id: held.id })),
      () => act(payer.play, 'screening.clear', { id: other.id }),
    );
    expect((await screening(held)).status).toBe('CLEAR');
    expect((await exceptions()).filter(({ status }) => status === 'OPEN')).toEqual([]);
  });
});

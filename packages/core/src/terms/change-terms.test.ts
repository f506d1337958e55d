import { beforeEach, describe, expect, it } from 'vitest';
import { houseTenant, type Id, type Instant, instant, toIso } from '../kernel/index.js';
import type { AnnouncedTerms, Terms } from './index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { Caller } from '../operators/index.js';

const SANDBOX = houseTenant('SANDBOX');
const PRODUCTION = houseTenant('PRODUCTION');
/** The life of a quote, and the time until every host knows. */
const NOTICE = 300 + 150;

let payer: PlayPayer;
let root: Caller;
let ann: Caller;
beforeEach(async () => {
  payer = await playPayer();
  payee = '';
  root = await addOperator(payer.play.storage.units, 'Root', 'ADMIN');
  ann = await addOperator(payer.play.storage.units, 'Ann', 'ADMIN');
});

const at = (seconds: number): Instant => instant(payer.play.clock.now() + seconds * 1_000);
const actions = () => payer.play.core.operators.actions;
const request = (action: string, input: object, tenant = SANDBOX, caller = root) =>
  actions().request(caller, { tenant, action, input } as never);
const change = (input: object, tenant = SANDBOX) =>
  request('terms.change', { reason: 'pricing', validFrom: at(NOTICE), ...input }, tenant);
const usdEur = { source: 'USD', destination: 'EUR' };
const done = async (asked: ReturnType<typeof request>): Promise<Terms> => {
  const outcome = valueOf(await asked);
  if (outcome.kind !== 'done') throw new Error(outcome.kind);
  return outcome.output as Terms;
};
const stored = () => payer.play.core.operators.reads.terms('SANDBOX');
const errorOf = async (asked: ReturnType<typeof request>) => {
  const result = await asked;
  if (result.ok) throw new Error('was not refused');
  const { code, details } = result.error;
  const fields = (details?.['errors'] ?? []) as readonly { field: string; message: string }[];
  return { code, message: fields.map(({ message }) => message).join(), fields: fields.map(({ field }) => field) };
};
let payee = '';
const priced = async () => {
  await payer.play.core.work.refreshRates();
  payee = payee === '' ? (await payer.external()).id : payee;
  const { serviceFeeBps, rateBasis, termsIds } = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
  return { fee: serviceFeeBps, spread: rateBasis!.spreadBps, ids: termsIds };
};

describe('a change of the terms of a corridor', () => {
  it('is in force from its time on, and not before', async () => {
    const before = await priced();
    const added = await done(change({ ...usdEur, variableFeeBps: 10, spreadBps: 20 }));
    payer.play.clock.advance(NOTICE - 1);
    expect(await priced()).toEqual(before);
    expect(before.ids).toHaveLength(1);
    payer.play.clock.advance(1);
    expect(await priced()).toEqual({ fee: 10, spread: 20, ids: [...before.ids!, added.id] });
  });

  it('keeps what it does not name, and null leaves it open again', async () => {
    await done(change({ ...usdEur, variableFeeBps: 10, minAmount: 500n, ownershipVerification: 'REQUIRED' }));
    const later = at(NOTICE + 1);
    const next = await done(change({ ...usdEur, spreadBps: 30, minAmount: null, validFrom: later }));
    expect(next.content).toEqual({ variableFeeBps: 10, spreadBps: 30, ownershipVerification: true });
    expect(next).toMatchObject({ scope: 'USD/EUR', number: 2, createdBy: expect.stringContaining('Root') });
  });

  it('changes nothing of a quote that exists', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    await done(change({ ...usdEur, variableFeeBps: 900 }));
    payer.play.clock.advance(200);
    const executed = valueOf(await payer.execute(quote.id));
    expect(executed.serviceFee).toBe(quote.serviceFee);
    await payer.auditClean();
  });

  it('names every wrong field', async () => {
    expect(await errorOf(change({ ...usdEur, minAmount: 9n, maxAmount: 8n, validFrom: at(NOTICE - 1) }))).toMatchObject(
      { code: 'INVALID_INPUT', fields: ['minAmount', 'validFrom'] },
    );
    expect(await errorOf(change({ source: 'USD', rail: 'SEPA', spreadBps: 1 }))).toMatchObject({
      fields: ['destination'],
    });
    expect(await errorOf(change({ rail: 'SEPA', spreadBps: 1 }))).toMatchObject({ fields: ['rail'] });
    expect(await errorOf(change({ spreadBps: 1, variableFeeBps: null }))).toMatchObject({
      fields: ['spreadBps', 'variableFeeBps'],
    });
    expect(
      await errorOf(change({ source: 'USD', destination: 'USD', variableFeeBps: 1, quoteSeconds: 5 })),
    ).toMatchObject({ fields: ['variableFeeBps', 'quoteSeconds'] });
    expect(await errorOf(change({ ...usdEur, spreadBps: 1, validFrom: at(400 * 86_400) }))).toMatchObject({
      fields: ['validFrom'],
    });
  });

  it('is refused if it changes nothing', async () => {
    expect(await errorOf(change({ ...usdEur }))).toMatchObject({ code: 'CONFLICT' });
    expect(await errorOf(change({ variableFeeBps: 50 }))).toMatchObject({ code: 'CONFLICT' });
  });

  it('comes later than the longest validity of a quote, also one that it sets', async () => {
    expect(await errorOf(change({ ...usdEur, quoteSeconds: 3_600 }))).toMatchObject({
      message: expect.stringContaining(`at present ${toIso(at(3_600 + 150))}`),
    });
    await done(change({ ...usdEur, quoteSeconds: 3_600, validFrom: at(3_750) }));
    expect(await errorOf(change({ source: 'USD', destination: 'MXN', spreadBps: 1 }))).toMatchObject({
      fields: ['validFrom'],
    });
  });

  it('comes after those that are announced for the corridor, and not for others', async () => {
    await done(change({ ...usdEur, spreadBps: 20, validFrom: at(9_000) }));
    expect(await errorOf(change({ ...usdEur, spreadBps: 30, validFrom: at(9_000) }))).toMatchObject({
      fields: ['validFrom'],
    });
    await done(change({ ...usdEur, rail: 'SEPA', spreadBps: 30, validFrom: at(NOTICE) }));
  });

  it('of two at the same time, one is refused', async () => {
    const outcomes = await Promise.all([20, 30, 40].map((spreadBps) => change({ ...usdEur, spreadBps })));
    expect(outcomes.map(codeOf).filter((code) => code === 'ok')).toHaveLength(1);
    expect((await stored()).filter(({ scope }) => scope === 'USD/EUR')).toHaveLength(1);
  });

  it('reads as a sentence with both values and the time', async () => {
    await done(change({ ...usdEur, rail: 'SEPA', variableFeeBps: 50, fixedFee: 125n }));
    const validFrom = at(2 * NOTICE);
    const preview = valueOf(
      await actions().preview(root, {
        tenant: SANDBOX,
        action: 'terms.change',
        input: { ...usdEur, rail: 'SEPA', variableFeeBps: 40, fixedFee: null, validFrom, reason: 'r' },
      } as never),
    );
    expect(preview.wording.sentence).toBe(
      `Change for USD→EUR by SEPA the fee from 0.50 % to 0.40 %, the fixed fee from 1.25 USD to not set, from ${toIso(validFrom).slice(0, 19).replace('T', ' ')} UTC`,
    );
  });
});

describe('in production', () => {
  it('a change waits for a second operator, and its notice counts from the approval', async () => {
    const input = { ...usdEur, spreadBps: 20, reason: 'r', validFrom: at(NOTICE + 60) };
    const asked = valueOf(await request('terms.change', input, PRODUCTION));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    payer.play.clock.advance(61);
    const late = await actions().approve(ann, PRODUCTION, asked.awaiting);
    expect(codeOf(late)).toBe('INVALID_INPUT');

    const again = valueOf(await request('terms.change', { ...input, validFrom: at(NOTICE + 60) }, PRODUCTION));
    if (again.kind !== 'awaiting') throw new Error(again.kind);
    const approved = valueOf(await actions().approve(ann, PRODUCTION, again.awaiting));
    expect(approved.output).toMatchObject({
      ...{ environment: 'PRODUCTION', scope: 'USD/EUR' },
      ...{ createdBy: expect.stringContaining('Root'), approvedBy: expect.stringContaining('Ann') },
    });
    // The sandbox has terms of its own.
    expect((await stored()).map(({ scope }) => scope)).toEqual(['GENERAL']);
  });

  it('an approval is bound to the terms that the change follows', async () => {
    const asking = async (spreadBps: number, validFrom: Instant) => {
      const asked = valueOf(
        await request('terms.change', { ...usdEur, spreadBps, reason: 'r', validFrom }, PRODUCTION),
      );
      if (asked.kind !== 'awaiting') throw new Error(asked.kind);
      return asked.awaiting;
    };
    const [first, second] = [await asking(20, at(9_000)), await asking(30, at(9_100))];
    valueOf(await actions().approve(ann, PRODUCTION, first));
    expect(codeOf(await actions().approve(ann, PRODUCTION, second))).toBe('CONFLICT');
  });
});

describe('terms that are not in force', () => {
  const withdraw = (id: Id<'Terms'>) => request('terms.withdraw', { id, reason: 'mistake' });

  it('can be withdrawn, and never come into force', async () => {
    const added = await done(change({ ...usdEur, spreadBps: 20, validFrom: at(1_000) }));
    const withdrawn = await done(withdraw(added.id));
    expect(withdrawn).toMatchObject({ withdraws: added.id, number: 2 });
    payer.play.clock.advance(1_001);
    expect((await priced()).spread).toBe(0);
    expect(codeOf(await withdraw(added.id))).toBe('CONFLICT');
    expect((await done(change({ ...usdEur, spreadBps: 20 }))).number).toBe(3);
  });

  it('cannot be withdrawn once hosts may rely on them, and not before those that follow them', async () => {
    const first = await done(change({ ...usdEur, spreadBps: 20, validFrom: at(1_000) }));
    const second = await done(change({ ...usdEur, spreadBps: 30, validFrom: at(2_000) }));
    expect(codeOf(await withdraw(first.id))).toBe('CONFLICT');
    payer.play.clock.advance(851);
    await done(withdraw(second.id));
    expect(codeOf(await withdraw(first.id))).toBe('CONFLICT');
    expect(codeOf(await withdraw('Terms:018bcfe5-6800-7000-8000-00000000dead' as Id<'Terms'>))).toBe(
      'REFERENCE_NOT_FOUND',
    );
  });

  it('are not withdrawn while terms are added that follow them', async () => {
    const first = await done(change({ ...usdEur, spreadBps: 20, validFrom: at(1_000) }));
    const outcomes = await Promise.all([
      change({ ...usdEur, spreadBps: 30, validFrom: at(2_000) }),
      withdraw(first.id),
    ]);
    expect(outcomes.map(codeOf).sort()).toEqual(['CONFLICT', 'ok']);
  });
});

describe('platforms', () => {
  const events = () => payer.play.delivered.filter(({ type }) => type.startsWith('PLATFORM.'));

  it('learn of a change and of its withdrawal, once and in this order', async () => {
    const added = await done(change({ ...usdEur, spreadBps: 20, validFrom: at(1_000) }));
    await done(request('terms.withdraw', { id: added.id, reason: 'r' }));
    await payer.play.core.work.drain();
    expect(events().map(({ type, resource }) => [type, resource])).toEqual([
      ['PLATFORM.TERMS_CHANGED', added.id],
      ['PLATFORM.TERMS_WITHDRAWN', added.id],
    ]);
    const snapshot = events()[0]!.snapshot as AnnouncedTerms;
    expect(snapshot).toEqual({
      ...{ id: added.id, version: 1, scope: 'USD/EUR', validFrom: added.validFrom },
      ...{ content: { spreadBps: 20 }, before: { variableFeeBps: 50 } },
    });
    // What stays in force after the withdrawal are the general terms.
    expect((events()[1]!.snapshot as AnnouncedTerms).before).toEqual({ variableFeeBps: 50 });
    await payer.auditClean();
  });

  it('learn which terms of the corridor for any rail, and which general ones, the first ones of a rail replace', async () => {
    const added = [
      await done(change({ variableFeeBps: 45, validFrom: at(1_000) })),
      await done(change({ ...usdEur, spreadBps: 20, validFrom: at(1_000) })),
      await done(change({ ...usdEur, rail: 'SEPA', variableFeeBps: 10, validFrom: at(2_000) })),
      await done(change({ ...usdEur, rail: 'SEPA', variableFeeBps: 5, validFrom: at(3_000) })),
      await done(change({ source: 'USD', destination: 'USD', maxAmount: 500n, validFrom: at(1_000) })),
    ];
    await payer.play.core.work.drain();
    const before = new Map(events().map(({ resource, snapshot }) => [resource, (snapshot as AnnouncedTerms).before]));
    expect(added.map(({ id }) => before.get(id))).toEqual([
      { variableFeeBps: 50 },
      // The general ones of the same moment are not in force before it.
      { variableFeeBps: 50 },
      { variableFeeBps: 45, spreadBps: 20 },
      { variableFeeBps: 10 },
      {},
    ]);
  });

  it('do not learn of a corridor from a currency that they do not send, or of the other environment', async () => {
    payer = await playPayer({}, {}, { currencies: ['USD', 'EUR'] });
    root = await addOperator(payer.play.storage.units, 'Root', 'ADMIN');
    await done(change({ source: 'MXN', destination: 'EUR', spreadBps: 20 }));
    await payer.play.core.work.drain();
    expect(events()).toEqual([]);
    const general = await done(change({ variableFeeBps: 45 }));
    await payer.play.core.work.drain();
    expect(events().map(({ resource }) => resource)).toEqual([general.id]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { Instant } from '../kernel/index.js';
import { LIMIT_USAGES, usedIn } from '../limits/index.js';
import { CARD_BALANCE, MERCHANT, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { CARD_LOG } from './index.js';
import type { CardControls } from './controls.js';

const A_DAY = 24 * 60 * 60;

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const change = (controls: CardControls | null) =>
  world.run(world.payer.play.core.cards.update, { id: world.card.id, controls });
const control = async (controls: CardControls | null) => valueOf(await change(controls));
const ask = (over: object = {}) => processor.told('authorization', { authorizationId: nextId(), ...over });
let ids = 0;
const nextId = () => `use ${(ids += 1) + 1000}`;
const declined = (reason: string) => ({ kind: 'declined', reason });
const approved = (amount: bigint) => ({ kind: 'approved', amount });

/** The usages of the card: period, amount and number. */
const used = async () =>
  (await world.rows(LIMIT_USAGES))
    .filter(({ id }) => id.startsWith(world.card.id))
    .map((usage) => [usage.period, usedIn(usage).amount, usedIn(usage).count]);

const fieldsOf = (result: Awaited<ReturnType<typeof change>>) =>
  result.ok ? [] : (result.error.details?.['errors'] as { field: string }[]).map(({ field }) => field);

describe('the controls of a card', () => {
  it('are stored with the order, replaced as a whole, and removed', async () => {
    const controls = { blockedCategories: ['7995'], spendLimits: [{ period: 'DAY', amount: 500n } as const] };
    expect((await world.ordered({ controls })).controls).toEqual(controls);
    expect((await control(controls)).controls).toEqual(controls);
    expect((await control({ allowedCountries: ['US'] })).controls).toEqual({ allowedCountries: ['US'] });
    expect((await control({ blockedCategories: [], spendLimits: [] })).controls).toBeNull();
    await control(controls);
    expect((await control(null)).controls).toBeNull();
    await world.payer.auditClean();
  });

  it.each<[string, CardControls, readonly string[]]>([
    ['a category of three digits', { blockedCategories: ['541'] }, ['controls.blockedCategories.0']],
    [
      'an unknown country',
      { allowedCountries: ['US', 'XX', 'us'] },
      [1, 2].map((at) => `controls.allowedCountries.${at}`),
    ],
    ['an entry twice', { blockedCountries: ['US', 'FR', 'US'] }, ['controls.blockedCountries.2']],
    ['both lists', { allowedCountries: ['US'], blockedCountries: ['FR'] }, ['controls.blockedCountries']],
    ['an empty allow list', { allowedCategories: [] }, ['controls.allowedCategories']],
    [
      'a long list',
      { allowedCategories: Array.from({ length: 101 }, (_, n) => String(1000 + n)) },
      ['controls.allowedCategories'],
    ],
    [
      'two limits of a period',
      {
        spendLimits: [
          { period: 'DAY', count: 1 },
          { period: 'DAY', amount: 1n },
        ],
      },
      ['controls.spendLimits.1.period'],
    ],
    ['a limit of nothing', { spendLimits: [{ period: 'MONTH' }] }, ['controls.spendLimits.0']],
    [
      'a limit of zero',
      { spendLimits: [{ period: 'DAY', amount: 0n, count: 0 }] },
      ['controls.spendLimits.0.amount', 'controls.spendLimits.0.count'],
    ],
    ['another period', { spendLimits: [{ period: 'WEEK' as never, count: 1 }] }, ['controls.spendLimits.0.period']],
    [
      'several faults',
      { blockedCategories: ['x'], allowedCountries: ['y'] },
      ['controls.blockedCategories.0', 'controls.allowedCountries.0'],
    ],
  ])('are refused with %s', async (_what, controls, fields) => {
    expect(fieldsOf(await change(controls))).toEqual(fields);
  });

  it('decline a merchant by its category and its country', async () => {
    await control({ blockedCategories: ['7995'], blockedCountries: ['KP'] });
    expect(await ask({ merchant: { ...MERCHANT, mcc: '7995', country: 'KP' } })).toEqual(
      declined('MERCHANT_NOT_ALLOWED'),
    );
    expect(await ask({ merchant: { ...MERCHANT, country: 'KP' } })).toEqual(declined('COUNTRY_NOT_ALLOWED'));
    expect(await ask({ isFinal: true, merchant: { ...MERCHANT, country: 'KP' } })).toEqual(
      declined('COUNTRY_NOT_ALLOWED'),
    );
    // A verification is declined as a purchase would be.
    expect(await ask({ amount: 0n, merchant: { ...MERCHANT, country: 'KP' } })).toEqual(
      declined('COUNTRY_NOT_ALLOWED'),
    );
    expect(await ask({ merchant: { ...MERCHANT, mcc: null, country: null } })).toMatchObject(approved(1_000n));
    await control({ allowedCategories: ['5411'], allowedCountries: ['US'] });
    expect(await ask()).toMatchObject(approved(1_000n));
    expect(await ask({ merchant: { ...MERCHANT, mcc: '5812' } })).toEqual(declined('MERCHANT_NOT_ALLOWED'));
    expect(await ask({ merchant: { ...MERCHANT, mcc: null } })).toEqual(declined('MERCHANT_NOT_ALLOWED'));
    expect(await ask({ merchant: { ...MERCHANT, country: null } })).toEqual(declined('COUNTRY_NOT_ALLOWED'));
    const reasons = (await world.rows(CARD_LOG)).map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === 'COUNTRY_NOT_ALLOWED')).toHaveLength(4);
  });

  it('do not decline a credit, a told use or an inquiry of the balance', async () => {
    await control({ allowedCountries: ['FR'], spendLimits: [{ period: 'DAY', count: 1 }] });
    expect(await ask({ direction: 'CREDIT' })).toMatchObject(approved(1_000n));
    expect(await ask({ decision: 'APPROVED' })).toMatchObject({ kind: 'booked' });
    expect(await ask({ decision: 'APPROVED' })).toMatchObject({ kind: 'booked' });
    expect(await used()).toEqual([['2026-01-15', 2_000n, 2n]]);
    expect(await processor.told('balance')).toMatchObject({ kind: 'balance' });
    await world.payer.auditClean();
  });
});

describe('a spend limit', () => {
  it('declines what exceeds the sum or the number of a day, until the next day', async () => {
    await control({
      spendLimits: [
        { period: 'DAY', amount: 2_500n },
        { period: 'MONTH', count: 3 },
      ],
    });
    for (let uses = 0; uses < 2; uses += 1) expect(await ask()).toMatchObject(approved(1_000n));
    expect(await ask()).toEqual(declined('SPEND_LIMIT_EXCEEDED'));
    await world.payer.play.pass(A_DAY);
    expect(await ask()).toMatchObject(approved(1_000n));
    expect(await ask({ amount: 1n })).toEqual(declined('SPEND_LIMIT_EXCEEDED'));
    // Neither a verification nor a decline counts.
    expect(await ask({ amount: 0n })).toMatchObject({ kind: 'approved' });
    expect(await used()).toEqual([
      ['2026-01', 3_000n, 3n],
      ['2026-01-15', 2_000n, 2n],
      ['2026-01-16', 1_000n, 1n],
    ]);
    await world.payer.auditClean();
  });

  it('approves the part that is left of a sum, but no part of a number', async () => {
    await control({ spendLimits: [{ period: 'DAY', amount: 700n, count: 2 }] });
    expect(await ask({ amount: 600n })).toMatchObject(approved(600n));
    expect(await ask({ partialAllowed: true })).toMatchObject(approved(100n));
    expect(await ask({ partialAllowed: true })).toEqual(declined('SPEND_LIMIT_EXCEEDED'));
    await control({ spendLimits: [{ period: 'DAY', amount: 5_000n, count: 2 }] });
    expect(await ask({ partialAllowed: true })).toEqual(declined('SPEND_LIMIT_EXCEEDED'));
    await control({ spendLimits: [{ period: 'DAY', amount: 5_000n, count: 3 }] });
    expect(await ask({ partialAllowed: true })).toMatchObject(approved(1_000n));
  });

  it('gets back what is released, and nothing of what a merchant returns', async () => {
    await control({ spendLimits: [{ period: 'DAY', amount: 5_000n, count: 5 }] });
    await ask({ authorizationId: 'a' });
    await processor.told('reversal', { authorizationId: 'a', amount: 400n });
    expect(await used()).toEqual([['2026-01-15', 600n, 1n]]);
    await world.payer.play.pass(A_DAY);
    await processor.told('reversal', { authorizationId: 'a', amount: null });
    expect(await used()).toEqual([['2026-01-15', 0n, 0n]]);
    await ask({ authorizationId: 'b' });
    await processor.told('authorization', { authorizationId: 'b', decision: 'DECLINED' });
    await ask({ authorizationId: 'c' });
    await processor.told('clearing', { authorizationId: 'c', amount: 1_100n });
    await processor.told('return', { authorizationId: 'c', amount: 1_100n });
    await ask({ authorizationId: 'd' });
    expect(await used()).toEqual([
      ['2026-01-15', 0n, 0n],
      ['2026-01-16', 2_100n, 2n],
    ]);
    await world.payer.play.pass(31 * A_DAY);
    expect((await used())[1]).toEqual(['2026-01-16', 1_100n, 1n]);
    await world.payer.auditClean();
  });

  it.each([true, false])(
    'gets back a use that was cleared at once and %s declined by the network',
    async (isDeclined) => {
      await control({ spendLimits: [{ period: 'DAY', amount: 5_000n }] });
      await ask({ authorizationId: 'a', isFinal: true });
      if (isDeclined)
        await processor.told('authorization', { authorizationId: 'a', isFinal: true, decision: 'DECLINED' });
      else await processor.told('reversal', { authorizationId: 'a', amount: null });
      expect(await used()).toEqual([['2026-01-15', 0n, 0n]]);
      await world.payer.auditClean();
      if (!isDeclined) return;
      const at = (world.now() + 1_000) as Instant;
      await world.payer.play.pass(2);
      await processor.told('authorization', { authorizationId: 'a', isFinal: true, decision: 'APPROVED', at });
      expect(await used()).toEqual([['2026-01-15', 1_000n, 1n]]);
      await world.payer.auditClean();
    },
  );

  it('counts an increment with its amount, in the period of the increment, and no other use', async () => {
    await control({ spendLimits: [{ period: 'DAY', amount: 1_500n, count: 1 }] });
    await ask({ authorizationId: 'a' });
    const more = (amount: bigint, over: object = {}) =>
      processor.told('increment', { authorizationId: 'a', amount, ...over });
    expect(await more(501n)).toEqual(declined('SPEND_LIMIT_EXCEEDED'));
    expect(await more(501n, { partialAllowed: true })).toMatchObject(approved(500n));
    await world.payer.play.pass(A_DAY);
    expect(await more(1_400n)).toMatchObject(approved(1_400n));
    expect(await more(200n, { decision: 'APPROVED' })).toMatchObject({ kind: 'booked' });
    expect(await used()).toEqual([
      ['2026-01-15', 1_500n, 1n],
      ['2026-01-16', 1_600n, 0n],
    ]);
    await processor.told('reversal', { authorizationId: 'a', amount: 1_700n });
    expect(await used()).toEqual([
      ['2026-01-15', 1_400n, 1n],
      ['2026-01-16', 0n, 0n],
    ]);
    await world.payer.auditClean();
  });

  it('begins with nothing used when it is set, and does not decline before the balance is asked', async () => {
    await ask();
    await control({ spendLimits: [{ period: 'DAY', amount: CARD_BALANCE * 2n }] });
    expect(await used()).toEqual([]);
    expect(await ask({ amount: CARD_BALANCE })).toEqual(declined('INSUFFICIENT_FUNDS'));
    expect(await ask({ amount: CARD_BALANCE * 2n })).toEqual(declined('INSUFFICIENT_FUNDS'));
    expect(await used()).toEqual([['2026-01-15', 0n, 0n]]);
  });

  it('is not exceeded by concurrent questions', async () => {
    await control({ spendLimits: [{ period: 'DAY', amount: 2_500n, count: 9 }] });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask()));
    expect(answers.filter(({ kind }) => kind === 'approved')).toHaveLength(2);
    expect(await used()).toEqual([['2026-01-15', 2_000n, 2n]]);
  });
});

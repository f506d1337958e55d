import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutRail, PullRail, Rail, RailRefundStatus } from '../accounts/index.js';
import { RailUnavailable } from '../accounts/index.js';
import { ATTEMPTS_KEPT } from '../events/failed-attempt.js';
import { BANK, type PlayBank, playBank, refundingRails, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import type { TimelineEntry } from './timeline.js';

const PENDING = { state: 'pending', checkAfterSeconds: 600 } as const;
const DAY = 86_400;

let bank: PlayBank;
/** While true, the bank does not answer. */
let isDown: boolean;
beforeEach(() => {
  isDown = true;
});

const on = async (rails: readonly Rail[]) => {
  bank = await playBank({ rails });
};
async function whileUp<T>(answer: T): Promise<T> {
  if (isDown) throw new RailUnavailable(BANK, 'call', null);
  return answer;
}

type Step = Extract<TimelineEntry, { readonly kind: 'rail' | 'attempt' }>;
const isStep = (entry: TimelineEntry): entry is Step => entry.kind === 'rail' || entry.kind === 'attempt';

async function entriesOf(id: string): Promise<readonly Step[]> {
  const { core, tenant } = bank.payer.play;
  return valueOf(await core.payments.timeline(tenant, id)).entries.filter(isStep);
}
/** What the timeline says of rails: the second, and the step or the attempt. */
async function stepsOf(id: string, since: number) {
  return (await entriesOf(id)).map((entry) => {
    const seconds = (entry.at - since) / 1000;
    return entry.kind === 'rail'
      ? [seconds, entry.step, entry.rail]
      : [seconds, `${entry.work} ${entry.number}`, entry.nextAt === null ? null : (entry.nextAt - since) / 1000];
  });
}

describe('the timeline of a payment, while its rail does not answer, has', () => {
  const pending = { submit: () => whileUp(PENDING), status: () => whileUp(PENDING) };
  beforeEach(() => on(bankRails(pending as Partial<PayoutRail>, pending as Partial<PullRail>)));

  it.each([
    ['payout', 'transferOut'],
    ['collection', 'transferIn'],
  ] as const)(
    'the beginning of the submission and each failed attempt, and %s submitted only with the answer',
    async (what, transfer) => {
      const { play } = bank.payer;
      const since = play.clock.now();
      const { id } = await bank[transfer]();
      await play.pass(1);
      await play.pass(2);
      const work = what === 'payout' ? 'payout.submit' : 'pull.submit';
      const failed = [
        [0, `${what} begun`, BANK],
        [0, `${work} 1`, 1],
        [1, `${work} 2`, 3],
        [3, `${work} 3`, 7],
      ];
      expect(await stepsOf(id, since)).toEqual(failed);
      const [, first] = await entriesOf(id);
      expect(first).toMatchObject({ kind: 'attempt', cause: `${BANK} did not answer in time (call)` });

      isDown = false;
      await play.pass(4);
      expect(await stepsOf(id, since)).toEqual([...failed, [7, `${what} submitted`, BANK]]);
      await play.pass(DAY);
      expect((await stepsOf(id, since)).filter(([, step]) => step === `${what} submitted`)).toHaveLength(1);
    },
  );

  it('the first attempt and the last ones, with their numbers, and that a later check failed', async () => {
    const { play } = bank.payer;
    const since = play.clock.now();
    const { id } = await bank.transferOut();
    for (let i = 0; i < ATTEMPTS_KEPT + 3; i++) await play.pass(300);
    const attempts = (await entriesOf(id)).flatMap((entry) => (entry.kind === 'attempt' ? [entry.number] : []));
    const last = ATTEMPTS_KEPT + 4;
    expect(attempts).toEqual([1, ...Array.from({ length: ATTEMPTS_KEPT - 1 }, (_, i) => last - ATTEMPTS_KEPT + 2 + i)]);

    isDown = false;
    await play.pass(300);
    isDown = true;
    const answered = (play.clock.now() - since) / 1000;
    await play.pass(600);
    expect((await stepsOf(id, since)).slice(-2)).toEqual([
      [answered, 'payout submitted', BANK],
      [answered + 600, 'payout.check 1', answered + 601],
    ]);
  });
});

describe('the timeline of a payment that its rail refuses at once', () => {
  it('does not say that it was submitted', async () => {
    await on(bankRails({}, { submit: async () => ({ state: 'failed', reason: 'REJECTED' }) }));
    const since = bank.payer.play.clock.now();
    const { id } = await bank.transferIn();
    expect(await stepsOf(id, since)).toEqual([
      [0, 'collection begun', BANK],
      [0, 'collection refused', BANK],
    ]);
  });
});

describe('the timeline of a payment that its rail carries out at once', () => {
  const submits = <T extends object>(answer: T) => ({ submit: async () => ({ ...answer, checkAfterSeconds: null }) });
  const delivers = submits({ state: 'delivered', onChainTransaction: null } as const);
  const collects = submits({ state: 'collected' } as const);

  it.each([
    ['transferOut', 'payout begun', 'payout settled'],
    ['transferIn', 'collection begun', 'collection completed'],
  ] as const)('has the beginning and the outcome: %s', async (transfer, ...steps) => {
    await on(bankRails(delivers, collects));
    const since = bank.payer.play.clock.now();
    const { id } = await bank[transfer]();
    expect(await stepsOf(id, since)).toEqual(steps.map((step) => [0, step, BANK]));
  });
});

describe('the timeline of a payment that its platform cancels', () => {
  let answer: 'cancelled' | 'too-late';
  const cancel = () => whileUp(answer);
  beforeEach(() => on(bankRails({ submit: async () => PENDING, status: async () => PENDING, cancel })));
  const request = (id: string) =>
    bank.payer.play.core.transactions.cancel(bank.payer.play.context(), { id, reason: 'sent twice' });
  const SUBMITTED = [
    [0, 'payout begun', BANK],
    [0, 'payout submitted', BANK],
  ];

  it.each([
    ['cancelled', 'cancellation accepted'],
    ['too-late', 'cancellation refused'],
  ] as const)('has the request, each failed one, and the answer of the rail once: %s', async (says, step) => {
    const { play } = bank.payer;
    answer = says;
    const since = play.clock.now();
    const { id } = await bank.transferOut();
    play.clock.advance(5);
    expect(await request(id)).toMatchObject({ ok: false, error: { code: 'SVC_SWITCH_ERROR' } });
    play.clock.advance(5);
    await request(id);
    const asked = [
      ...SUBMITTED,
      [5, 'cancellation requested', BANK],
      [5, 'cancellation 1', null],
      [10, 'cancellation 2', null],
    ];
    expect(await stepsOf(id, since)).toEqual(asked);
    isDown = false;
    play.clock.advance(5);
    for (let i = 0; i < 2; i++) await request(id);
    const answered = (await stepsOf(id, since)).filter(([at]) => at === 15);
    expect(answered[0]).toEqual([15, step, BANK]);
    expect(answered.filter(([, each]) => each === step)).toHaveLength(1);
  });

  it('before any rail has it names no rail', async () => {
    const { play, usd, dollars } = bank.payer;
    const destinationId = (await dollars()).id;
    const { id } = valueOf(await play.run(play.core.transfers.out, { sourceId: usd.id, destinationId, amount: SENT }));
    valueOf(await request(id));
    expect(await stepsOf(id, play.clock.now())).toEqual([
      [0, 'cancellation requested', null],
      [0, 'refund started', null],
      [0, 'refund settled', null],
    ]);
  });
});

describe('the timeline of money that goes back has', () => {
  let answer: RailRefundStatus;
  beforeEach(() => on(refundingRails(() => whileUp(answer))));

  it('the beginning, the failed attempts and the answer of the rail to a refund', async () => {
    const { payer } = bank;
    const quote = await payer.quoted(payer.funded((await payer.external()).id));
    valueOf(await bank.arrives(quote.reference!, 5n));
    const since = payer.play.clock.now();
    await payer.play.pass(0);
    const begun = [
      [0, 'refund started', null],
      [0, 'refund begun', BANK],
      [0, 'refund.advance 1', 1],
    ];
    expect(await stepsOf(quote.id, since)).toEqual(begun);
    isDown = false;
    answer = { state: 'pending', checkAfterSeconds: 10 };
    await payer.play.pass(1);
    answer = { state: 'completed' };
    await payer.play.pass(10);
    expect(await stepsOf(quote.id, since)).toEqual([
      ...begun,
      [1, 'refund submitted', BANK],
      [11, 'refund settled', BANK],
    ]);
  });

  it('the same of the return of a deposit', async () => {
    const { play } = bank.payer;
    const since = play.clock.now();
    const { deposit } = valueOf(await bank.arrives('UNKNOWN'));
    await play.pass(0);
    isDown = false;
    answer = { state: 'failed', reason: 'AC04' };
    await play.pass(1);
    expect(await stepsOf(deposit!.id, since)).toEqual([
      [0, 'return begun', BANK],
      [0, 'suspense.return 1', 1],
      [1, 'return refused', BANK],
    ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type BaseRecord, type KindOf, ok, readAll } from '../kernel/index.js';
import type { Caller } from '../operators/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';
import {
  customerParty,
  SCREENED_PARTIES,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  SCREENINGS,
} from '../screening/index.js';
import { addOperator } from '../testing/operators.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { partyNamed, playHit } from '../testing/play-hit.js';
import { playPayer } from '../testing/play-payer.js';

let play: PlayCore;
let ann: Caller;
let bob: Caller;
let customerId: string;

async function act(action: string, input: object): Promise<Record<string, unknown>> {
  const { actions } = play.core.operators;
  const asked = valueOf(await actions.request(ann, { tenant: play.tenant, action, input } as never));
  if (asked.kind === 'done') return asked.output as Record<string, unknown>;
  if (asked.kind !== 'awaiting') throw new Error(asked.kind);
  return valueOf(await actions.approve(bob, play.tenant, asked.awaiting)).output as Record<string, unknown>;
}

/** One open, one cleared and one confirmed match, two legal holds, a case with two records, and an own limit. */
beforeEach(async () => {
  const payer = await playPayer();
  ({ play, customerId } = payer);
  ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  bob = await addOperator(play.storage.units, 'Bob', 'ADMIN');
  const customer = await play.storage.units.read(play.tenant, (reads) => reads.get(CUSTOMERS, customerId));
  const parties = [customerParty(customer!)];
  const external = (await payer.external()).id;
  const cleared = await playHit(play, { parties, matches: [{ entry: 'CLEARED' }] });
  const payee = [partyNamed(external, 'Grace Hopper', 'PAYEE')];
  const confirmed = await playHit(play, { parties: payee, matches: [{ entry: 'CONFIRMED' }] });
  await act('screening.clear', { id: cleared.id, reason: 'another birth date' });
  await playHit(play, { parties, matches: [{ entry: 'OPEN' }] });
  await act('screening.confirm', { id: confirmed.id, reason: 'the same passport', caseReference: 'C-1' });
  await act('customers.hold', { id: customerId, reason: 'a law suit', caseReference: 'H-1' });
  const released = await act('customers.hold', { id: customerId, reason: 'an order', caseReference: 'H-2' });
  await act('customers.release-hold', { id: released['id'], reason: 'settled', caseReference: 'H-3' });
  const opened = await act('cases.open', { title: 'Both of them', about: customerId });
  await act('cases.add', { id: opened['id'], about: cleared.id });
  const closed = await act('cases.open', { title: 'Another' });
  await act('cases.close', { id: closed['id'], outcome: 'REPORTED', reason: 'R-1' });
  await act('limits.set', { customerId, kind: 'ALL', currency: 'USD', dailyAmount: 5_000n, reason: 'new' });
});

const findings = async () => (await play.core.ledger.audit()).findings;

/** Changes or removes records behind the service. */
async function alter<T extends BaseRecord>(kind: KindOf<T>, which: (record: T) => boolean, patch: object | null) {
  const { units } = play.storage;
  const records = (await units.read(null, (reads) => readAll(reads, kind))).filter(which);
  expect(records).not.toEqual([]);
  valueOf(
    await units.run(play.tenant, async (tx) => {
      for (const record of records) {
        tx.remove(kind, record);
        if (patch !== null) tx.add(kind, { ...record, ...patch });
      }
      return ok();
    }),
  );
}

const isEntry = (entry: string) => (match: { readonly entry: string }) => match.entry === entry;
const is = (status: string) => (record: { readonly status: string }) => record.status === status;
const all = () => true;

it('the audit finds nothing in decisions of operators as they were taken', async () => {
  expect(await findings()).toEqual([]);
});

describe('the audit finds', () => {
  it.each<[string, () => Promise<void>, RegExp]>([
    [
      'an open match that is cleared',
      () => alter(SCREENING_MATCHES, isEntry('OPEN'), { status: 'CLEARED' }),
      /is CLEARED, and no entry/,
    ],
    [
      'a confirmed match that is cleared',
      () => alter(SCREENING_MATCHES, isEntry('CONFIRMED'), { status: 'CLEARED' }),
      /differs from .* in status/,
    ],
    [
      'another approver of a confirmation',
      () => alter(SCREENING_MATCHES, isEntry('CONFIRMED'), { approvedBy: 'Eve' }),
      /in approvedBy/,
    ],
    [
      'another reason of a clearance',
      () => alter(SCREENING_MATCHES, isEntry('CLEARED'), { decision: 'other' }),
      /in decision/,
    ],
    [
      'another entry of a cleared match',
      () => alter(SCREENING_MATCHES, isEntry('CLEARED'), { entry: 'OTHER' }),
      /in entry/,
    ],
    [
      'another identity of a cleared match',
      () => alter(SCREENING_MATCHES, isEntry('CLEARED'), { identity: 'other' }),
      /in identity/,
    ],
    [
      'a cleared match that is open again',
      () => alter(SCREENING_MATCHES, isEntry('CLEARED'), { status: 'OPEN' }),
      /in status/,
    ],
    ['a deleted open match', () => alter(SCREENING_MATCHES, isEntry('OPEN'), null), /which do not exist/],
    [
      'a held screening that is clear',
      () => alter(SCREENINGS, is('HELD'), { status: 'CLEAR' }),
      /is CLEAR, but has a match that is not cleared/,
    ],
    [
      'a confirmed screening that is clear',
      () => alter(SCREENINGS, is('CONFIRMED'), { status: 'CLEAR' }),
      /is CLEAR, but has a match/,
    ],
    [
      'a held screening without its matches',
      () => alter(SCREENINGS, is('HELD'), { matches: [] }),
      /has the answer hold and 0 matches/,
    ],
    ['another answer', () => alter(SCREENINGS, is('HELD'), { answer: 'clear' }), /has the answer clear and 1 matches/],
    ['deleted screenings', () => alter(SCREENINGS, all, null), /which does not exist or has no answer/],
    [
      'a matched party that is clear',
      () => alter(SCREENED_PARTIES, ({ isClear }) => !isClear, { isClear: true }),
      /is clear, but/,
    ],
    [
      'a resolved exception of a hit',
      () =>
        alter(EXCEPTIONS, ({ kind, status }) => kind === 'SCREENING_HIT' && status === 'OPEN', {
          status: 'RESOLVED',
          resolution: 'RETRIED',
          resolvedBy: 'x',
          resolvedAt: 1,
        }),
      /no exception about it is open/,
    ],
    [
      'deleted exceptions of hits',
      () => alter(EXCEPTIONS, ({ kind }) => kind === 'SCREENING_HIT', null),
      /no exception about it is open/,
    ],
    [
      'a legal hold that is released without a decision',
      () => alter(LEGAL_HOLDS, is('HELD'), { status: 'RELEASED' }),
      /in status/,
    ],
    ['a deleted legal hold', () => alter(LEGAL_HOLDS, is('HELD'), null), /this legal hold is missing/],
    ['a legal hold of another case', () => alter(LEGAL_HOLDS, is('HELD'), { caseReference: 'X' }), /in caseReference/],
    ['a legal hold by another operator', () => alter(LEGAL_HOLDS, is('HELD'), { heldBy: 'X' }), /in heldBy/],
    [
      'another approver of a release',
      () => alter(LEGAL_HOLDS, is('RELEASED'), { releaseApprovedBy: 'X' }),
      /in releaseApprovedBy/,
    ],
    [
      'a closed case',
      () => alter(SCREENING_CASES, is('OPEN'), { status: 'CLOSED', outcome: 'UNFOUNDED' }),
      /in outcome, status/,
    ],
    ['another outcome of a case', () => alter(SCREENING_CASES, is('CLOSED'), { outcome: 'UNFOUNDED' }), /in outcome/],
    ['another author of a case', () => alter(SCREENING_CASES, all, { openedBy: 'X' }), /in openedBy/],
    ['a deleted case', () => alter(SCREENING_CASES, is('CLOSED'), null), /this case is missing/],
    ['deleted links of a case', () => alter(SCREENING_CASE_LINKS, all, null), /which the log has added/],
    [
      'a customer without its own limits',
      () => alter(CUSTOMERS, ({ ownLimits }) => ownLimits !== null, { ownLimits: null }),
      /own limit of .* is other than/,
    ],
  ])('%s', async (_, altered, finding) => {
    await altered();
    expect(await findings()).toContainEqual(expect.stringMatching(finding));
  });
});

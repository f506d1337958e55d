import { err, idField, ok, optional, type Reads, textField } from '../../kernel/index.js';
import { type Asking, operatorText, saying, unitAction } from '../../operators/index.js';
import {
  blockedBy,
  clearMatches,
  confirmMatch,
  type DecidedEntry,
  type DecisionPorts,
  type Hit,
  matchesOf,
  matchesToClear,
  matchToConfirm,
  matchToWithdraw,
  releasedMoney,
  type Screening,
  SCREENING_MATCHES,
  type ScreeningMatchRecord,
  SCREENINGS,
  withdrawConfirmation,
} from '../../screening/index.js';

const chosen = (match: string) => ({
  id: idField('Screening', {
    label: 'Hit',
    option: { meaning: 'The screening with the hit, as Screening:…; corridor screening list prints them' },
  }),
  match: optional(idField('ScreeningMatch', { label: 'Match', option: { meaning: match } })),
});

const reason = (label: string) =>
  textField({
    label,
    hint: 'Kept with the match; only operators read it',
    maxLength: 500,
    rows: 3,
    option: { name: 'reason', meaning: 'Why; only operators read it' },
  });

/** What an approver decides about, and what an auditor reads. */
async function standing(reads: Reads, { screening }: Pick<Hit, 'screening'>) {
  const matches = await matchesOf(reads, screening);
  return { status: screening.status, matches: Object.fromEntries(matches.map(({ id, status }) => [id, status])) };
}

/** The status of each match of a screening before a decision. */
async function statusesIn(reads: Reads, id: string): Promise<Readonly<Record<string, string>>> {
  const screening = await reads.get(SCREENINGS, id);
  return screening === null ? {} : (await standing(reads, { screening })).matches;
}

/** `standing` after a decision, with the content of each match that it was about: the record can be altered later. */
async function decidedNow(reads: Reads, screening: Screening, before: Readonly<Record<string, string>>) {
  const changed = (await matchesOf(reads, screening)).filter(({ id, status }) => before[id] !== status);
  const decided = Object.fromEntries(
    changed.map(({ id, party, list, entry, entryVersion, identity }): readonly [string, DecidedEntry] => [
      id,
      { party, list, entry, entryVersion, identity },
    ]),
  );
  return { ...(await standing(reads, { screening })), decided };
}

interface Chosen {
  readonly id: string;
  readonly match?: string | undefined;
}

/** The matches that the decision was about: a plan says it of an open hit, the record of a decided one. */
async function decidedIn(
  { reads, input, before }: Asking<Chosen>,
  was: 'OPEN' | 'CONFIRMED' = 'OPEN',
): Promise<readonly ScreeningMatchRecord[]> {
  const screening = await reads.get(SCREENINGS, input.id);
  if (screening === null) return [];
  const statusOf = (before as { readonly matches?: Readonly<Record<string, string>> } | null)?.matches ?? {};
  const matches = await reads.getMany(SCREENING_MATCHES, screening.matches);
  return matches.filter(({ id }) => (input.match === undefined ? statusOf[id] === was : id === input.match));
}

async function partiesIn({ name }: Asking<Chosen>, matches: readonly ScreeningMatchRecord[]): Promise<string> {
  const names = await Promise.all([...new Set(matches.map(({ party }) => party))].map(name));
  return names.join(' and ') || 'the party';
}

const entriesIn = (matches: readonly ScreeningMatchRecord[]): string =>
  matches.map(({ list, entry }) => `${entry} of ${list}`).join(' and ') || 'the entry';

/**
 * The decisions about what the screening of parties and payments has found. A clearance lets go on what waited for no other
 * match, so it needs a second operator above the amounts; a confirmation blocks a party, and it and its withdrawal always need two.
 */
export const screeningActions = (ports: DecisionPorts) => ({
  'screening.clear': unitAction({
    title: 'Clear a hit of the screening',
    words: saying('Clear the hit', async (asking) => {
      const matches = await decidedIn(asking);
      return `Clear ${await partiesIn(asking, matches)} of ${entriesIn(matches)}: what waits for no other match goes on`;
    }),
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    input: { ...chosen('Only this match, as ScreeningMatch:…; default: each that is open'), reason: reason('Reason') },
    plan: async (tx, _ctx, input) => {
      const found = await matchesToClear(tx, input);
      if (!found.ok) return found;
      const { screening, matches } = found.value;
      const before = await standing(tx, found.value);
      return ok({ subject: screening.id, before, moves: await releasedMoney(tx, ports.continuations, matches) });
    },
    perform: async (unit, input, { requestedBy }) => {
      const before = await statusesIn(unit.tx, input.id);
      const cleared = await clearMatches(unit, ports, input, operatorText(requestedBy));
      if (!cleared.ok) return cleared;
      return ok({ output: cleared.value, after: await decidedNow(unit.tx, cleared.value, before) });
    },
  }),
  'screening.confirm': unitAction({
    title: 'Confirm a hit of the screening',
    words: saying('Confirm the hit', async (asking) => {
      const matches = await decidedIn(asking);
      const stopped = await Promise.all(matches.map((match) => blockedBy(asking.reads, match)));
      const ids = [...new Set(stopped.filter((id) => id !== null))];
      const names = await Promise.all(ids.map(asking.name));
      const blocks = names.length === 0 ? 'no party is blocked' : `${names.join(' and ')} is blocked silently`;
      return `Confirm that ${await partiesIn(asking, matches)} is ${entriesIn(matches)}: ${blocks}, and what waits stays stopped`;
    }),
    weight: 'danger',
    role: 'OPERATOR',
    effects: [],
    approval: 'always',
    input: {
      ...chosen('The match, as ScreeningMatch:…; needed if several are open'),
      reason: reason('Reason'),
      caseReference: textField({
        label: 'Case',
        hint: 'The reference of the case or the order',
        maxLength: 100,
        option: { name: 'case', meaning: 'The reference of the case or the order, for the block' },
      }),
    },
    plan: async (tx, _ctx, input) => {
      const found = await matchToConfirm(tx, input);
      if (!found.ok) return found;
      const { screening } = found.value;
      const before = await standing(tx, found.value);
      return ok({ subject: screening.id, before, moves: [] });
    },
    perform: async (unit, input, { requestedBy, approvedBy }) => {
      if (approvedBy === null) return err('FORBIDDEN', 'a second operator has to approve the confirmation of a match');
      const by = { by: operatorText(requestedBy), approvedBy: operatorText(approvedBy) };
      const before = await statusesIn(unit.tx, input.id);
      const confirmed = await confirmMatch(unit, ports, input, by);
      if (!confirmed.ok) return confirmed;
      const { screening, blocked } = confirmed.value;
      return ok({ output: screening, after: { ...(await decidedNow(unit.tx, screening, before)), blocked } });
    },
  }),
  'screening.withdraw': unitAction({
    title: 'Withdraw the confirmation of a hit',
    words: saying('Withdraw the confirmation', async (asking) => {
      const matches = await decidedIn(asking, 'CONFIRMED');
      return `Withdraw that ${await partiesIn(asking, matches)} is ${entriesIn(matches)}: the match counts as cleared, and a block stays until it is ended by itself`;
    }),
    weight: 'danger',
    role: 'OPERATOR',
    effects: ['MOVES_MONEY'],
    approval: 'always',
    input: {
      ...chosen('The match, as ScreeningMatch:…; needed if several are confirmed'),
      reason: reason('Reason'),
    },
    plan: async (tx, _ctx, input) => {
      const found = await matchToWithdraw(tx, input);
      if (!found.ok) return found;
      const { screening, matches } = found.value;
      const before = await standing(tx, found.value);
      const moves = await releasedMoney(tx, ports.continuations, matches);
      return ok({ subject: screening.id, before, moves });
    },
    perform: async (unit, input, { requestedBy, approvedBy }) => {
      if (approvedBy === null)
        return err('FORBIDDEN', 'a second operator has to approve the withdrawal of a confirmation');
      const by = { by: operatorText(requestedBy), approvedBy: operatorText(approvedBy) };
      const before = await statusesIn(unit.tx, input.id);
      const withdrawn = await withdrawConfirmation(unit, ports, input, by);
      if (!withdrawn.ok) return withdrawn;
      return ok({ output: withdrawn.value, after: await decidedNow(unit.tx, withdrawn.value, before) });
    },
  }),
});

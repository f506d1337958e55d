import { readAll, type Reads, type Tx, type Unit } from '../kernel/index.js';
import type { Approvals, ApprovalStanding } from '../verification/index.js';
import type { GateQuestion, ScreeningGate } from './gate.js';
import { customerParty, identityOf, ownerParty } from './identity.js';
import type { ScreenedParty } from './ports.js';
import { presentRound } from './rounds.js';
import { SCREENED_PARTIES, SCREENING_ROUNDS, SCREENINGS } from './screening.js';
import { undecidedScreening } from './undecided.js';
import { MOST_PARTIES, type QuestionPorts } from './store-question.js';

/** Without a connection everything may be approved for which no match waits. */
export function approvals(gate: ScreeningGate, { digest }: Pick<QuestionPorts, 'digest'>): Approvals {
  const check = async (unit: Unit, subject: string, parties: readonly ScreenedParty[]): Promise<ApprovalStanding> => {
    const { tenant } = unit.ctx;
    if (gate.connectionOf(tenant) === null)
      return gate.screens(tenant) && (await isMatched(unit.tx, subject, parties)) ? 'held' : 'go';
    const standings: ApprovalStanding[] = [];
    // A business with more parties than a question has is asked about in several: the others by themselves.
    const [first, others] = [parties.slice(0, MOST_PARTIES), parties.slice(MOST_PARTIES)];
    const questions: GateQuestion[] = [
      { subject, parties: first, occasion: 'ONBOARDING', payment: null },
      ...others.map((party) => ({
        ...{ subject: party.id, parties: [party], occasion: 'ONBOARDING' as const, payment: null },
      })),
    ];
    for (const question of questions) standings.push(await standingOf(unit, question));
    return standings.find((each) => each === 'held') ?? standings.find((each) => each === 'asked') ?? 'go';
  };
  /** What a round has found out about each party counts too. */
  const standingOf = async (unit: Unit, question: GateQuestion): Promise<ApprovalStanding> => {
    if (await isHeld(unit.tx, question.subject)) return 'held';
    return (await knownOf(unit.tx, question.parties)) ?? gate.check(unit, question);
  };
  /** Null unless an answer about each party, by the present lists, is known. */
  async function knownOf(tx: Tx, parties: readonly ScreenedParty[]): Promise<'go' | 'held' | null> {
    const round = await presentRound(tx);
    const known = await Promise.all(parties.map((party) => rowOf(tx, party)));
    if (round === null || known.some((row) => row === null || row.listVersion !== round.listVersion)) return null;
    for (const row of known) tx.pin(SCREENED_PARTIES, row!);
    tx.pin(SCREENING_ROUNDS, round);
    return known.every((row) => row!.isClear) ? 'go' : 'held';
  }
  /** The last answer about a party, if it is about the party as it is now. */
  async function rowOf(reads: Pick<Reads, 'find'>, party: ScreenedParty) {
    const row = await reads.find(SCREENED_PARTIES, 'party', [party.id]);
    return row !== null && row.identity === identityOf(digest, [{ ...party, role: row.role }]) ? row : null;
  }
  return {
    ofCustomer: (unit, customer, owners) =>
      check(unit, customer.id, [customerParty(customer), ...owners.map(ownerParty)]),
    ofOwner: (unit, owner) => check(unit, owner.id, [ownerParty(owner)]),
  };
}

/**
 * Whether a match of the subject or of a party is open or confirmed. A row counts also after a change of the party, because
 * no provider is asked about the new identity.
 */
async function isMatched(tx: Tx, subject: string, parties: readonly ScreenedParty[]): Promise<boolean> {
  const undecided = await undecidedScreening(tx, subject);
  if (undecided === 'OPEN' || undecided === 'CONFIRMED') return true;
  for (const { id } of parties) {
    const known = await tx.find(SCREENED_PARTIES, 'party', [id]);
    if (known === null) continue;
    tx.pin(SCREENED_PARTIES, known);
    if (!known.isClear) return true;
  }
  return false;
}

const isHeld = async (reads: Reads, subject: string): Promise<boolean> =>
  (await readAll(reads, SCREENINGS, { subject, status: 'HELD' })).length > 0;

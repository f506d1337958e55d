import { type Digest, domainError, isId, newRecord, type Reads, type Unit, update } from '../kernel/index.js';
import { identityOf } from './identity.js';
import { isCleared } from './matches.js';
import { partyNow } from './party-now.js';
import type { ScreenedParty, ScreeningQuestion } from './ports.js';
import { SCREENED_PARTIES, type ScreenedPartyRecord, type Screening, type ScreeningMatchRecord } from './screening.js';
import type { QuestionPorts } from './store-question.js';
import { whoseParty } from './whose-party.js';

/** Another unit recorded an answer about the same party at the same time: this one runs again. */
export const PARTY_RACED = domainError(
  'CONFLICT',
  'another host recorded an answer about the same party at the same time',
);

/** The types of ids of the parties that rounds ask about again; other parties exist within one payment. */
const LASTING = ['Customer', 'BeneficialOwner', 'ExternalAccount', 'Deposit'] as const;

export const isLasting = ({ id }: Pick<ScreenedParty, 'id'>): boolean => LASTING.some((type) => isId(type, id));

/**
 * Records for each party of an answer what it says about the party alone, if that is anything new, or a match: its screening
 * says what has to be cleared. An answer that comes after
 * a change of the party says nothing about it: the change has a question of its own.
 */
export async function recordParties(
  unit: Unit,
  { digest }: QuestionPorts,
  screening: Screening,
  { parties }: ScreeningQuestion,
  listVersion: string,
  recorded: readonly ScreeningMatchRecord[],
): Promise<void> {
  const { tx, ctx, ids } = unit;
  for (const party of parties.filter(isLasting)) {
    if (!(await isPresent(tx, digest, party))) continue;
    const known = await tx.find(SCREENED_PARTIES, 'party', [party.id]);
    const said = {
      // A party keeps the role in which it was asked about first.
      identity: identityOf(digest, [{ ...party, role: known?.role ?? party.role }]),
      listVersion,
      isClear: recorded.every((match) => match.party !== party.id || isCleared(match)),
    };
    const last = { ...said, screeningId: screening.id, screenedAt: ctx.now };
    if (known === null) {
      const fixed = { party: party.id, role: party.role, customerId: await whoseParty(tx, party.id) };
      tx.add(
        SCREENED_PARTIES,
        { ...fixed, ...last, ...newRecord(ids.next('ScreenedParty'), ctx) },
        { conflicts: { party: PARTY_RACED } },
      );
    } else if (isNews(known, said) || !said.isClear) update(tx, ctx, SCREENED_PARTIES, known, last);
  }
}

/** Whether a party is as its record is now. The sender of a deposit does not change. */
async function isPresent(reads: Reads, digest: Digest, party: ScreenedParty): Promise<boolean> {
  if (isId('Deposit', party.id)) return true;
  const now = await partyNow(reads, { party: party.id, role: party.role }, async () => null);
  return now !== null && identityOf(digest, [now]) === identityOf(digest, [party]);
}

const isNews = (
  known: ScreenedPartyRecord,
  said: Pick<ScreenedPartyRecord, 'identity' | 'listVersion' | 'isClear'>,
): boolean =>
  known.identity !== said.identity || known.listVersion !== said.listVersion || known.isClear !== said.isClear;

import { createIds, ok, type Sealer, type Unit } from '../kernel/index.js';
import {
  type ScreenedParty,
  type Screening,
  type ScreeningContinuations,
  type ScreeningMatch,
  type ScreeningQuestion,
  presentRound,
  storeQuestion,
} from '../screening/index.js';
import { recordAnswer } from '../screening/record-answer.js';
import { type PlayCore, valueOf } from './play-core.js';
import { digest, reversingSealer, seededRandom } from './ports.js';

/** What a provider has found, without a provider: an answer that was recorded. */
export interface PlayedHit {
  /** What waits: by default the first party. */
  readonly subject?: string;
  readonly parties: readonly ScreenedParty[];
  readonly payment?: ScreeningQuestion['payment'];
  readonly matches: readonly Partial<ScreeningMatch>[];
  readonly listVersion?: string;
  /** That of the host that reads the question; otherwise that of a played core. */
  readonly sealer?: Sealer;
  /** Makes the same ids in each run; otherwise each hit of a test file has ids of its own. */
  readonly seed?: string;
}

const nothing = { clear: async () => ok(), held: async () => ok() };
const CONTINUATIONS: ScreeningContinuations = { payment: nothing, deposit: nothing, order: nothing, party: nothing };

let played = 0;

/** A party with a name and nothing else. */
export const partyNamed = (id: string, name: string, role: ScreenedParty['role'] = 'CUSTOMER'): ScreenedParty => ({
  ...{ id, role, kind: 'INDIVIDUAL', name, birthDate: '1985-12-10', nationality: 'US', country: 'US', address: null },
});

/** Stores a question, and records an answer with these matches. */
export async function playHit(
  { storage, tenant, clock, context }: PlayCore,
  { parties, matches, payment = null, listVersion = 'v1', sealer = reversingSealer, seed, ...hit }: PlayedHit,
): Promise<Screening> {
  const ids = createIds(clock, seededRandom(`hit ${seed ?? played++}`));
  const ports = { digest, sealer, continuations: CONTINUATIONS };
  const subject = hit.subject ?? parties[0]!.id;
  const occasion = payment === null ? 'REPEAT' : 'PAYMENT';
  const recorded = await storage.units.run(tenant, async (tx) => {
    const unit: Unit = { tx, ctx: context(), ids };
    const asked = await storeQuestion(unit, ports, { subject, provider: 'play-lists', occasion, parties, payment });
    const question: ScreeningQuestion = { reference: asked.id, occasion, parties, payment };
    const answer = {
      state: matches.length === 0 ? ('clear' as const) : ('hold' as const),
      listVersion,
      matches: matches.map((match) => ({
        ...{ party: parties[0]!.id, list: 'OFAC SDN', entry: 'SDN-1', entryVersion: '1' },
        ...{ name: 'ADA LOVELACE', score: 91, reason: 'the names are alike' },
        ...match,
      })),
    };
    const round = (await presentRound(tx))?.id ?? null;
    return recordAnswer(unit, ports, asked, question, answer, round);
  });
  return valueOf(recorded)!;
}

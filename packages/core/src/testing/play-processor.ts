import type { CardMessage, CardReply, CardTransaction } from '../cards/index.js';
import { type Result, splitTenant } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { MERCHANT, type PlayCard } from './play-card.js';
import { valueOf } from './play-core.js';

type Kind = CardMessage['kind'];
type Of<K extends Kind> = Extract<CardMessage, { readonly kind: K }>;

/** The processor of the card of a payer, which sends its messages to the service. */
export interface PlayProcessor {
  /** A message about the use `use 1` and 1,000; without an id, with an id of its own. */
  message<K extends Kind>(kind: K, over?: Partial<Of<K>>): Of<K>;
  tells<K extends Kind>(kind: K, over?: Partial<Of<K>>): Promise<Result<CardReply>>;
  /** The answer to a message, which must be accepted. */
  told<K extends Kind>(kind: K, over?: Partial<Of<K>>): Promise<CardReply>;
  /** The transaction of a use; null if there is none. */
  use(authorizationId?: string): Promise<CardTransaction | null>;
}

/** The members that messages have by default; a kind uses its own. */
const DEFAULTS = {
  authorizationId: 'use 1',
  decision: 'ASK',
  direction: 'DEBIT',
  amount: 1_000n,
  currency: 'USD',
  merchant: MERCHANT,
  isFinal: false,
  partialAllowed: false,
  expiresAt: null,
  clearedAt: null,
  clearingId: null,
  details: null,
  event: 'chargeback',
  disputeId: null,
  networkCaseId: 'case 1',
  reason: null,
  networkReason: null,
  dueAt: null,
} as const;

export function playProcessor({ payer, card, now }: PlayCard): PlayProcessor {
  const { core, tenant, storage } = payer.play;
  let messages = 0;
  const processor: PlayProcessor = {
    message: <K extends Kind>(kind: K, over: Partial<Of<K>> = {}) =>
      ({
        ...DEFAULTS,
        kind,
        messageId: `tells ${(messages += 1)}`,
        at: now(),
        cardId: card.id,
        ...over,
      }) as unknown as Of<K>,
    tells: (kind, over) =>
      core.cardProcessors.hear(card.processorRef, splitTenant(tenant).environment, processor.message(kind, over)),
    told: async (kind, over) => valueOf(await processor.tells(kind, over)),
    use: async (authorizationId = DEFAULTS.authorizationId) =>
      (await storage.units.read(tenant, (reads) =>
        reads.find(TRANSACTIONS, 'issuer_token', [authorizationId]),
      )) as CardTransaction | null,
  };
  return processor;
}

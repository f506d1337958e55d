import {
  type Context,
  err,
  type Id,
  type IdSource,
  ok,
  type PreparedUseCase,
  type Random,
  Refused,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import type { Merchant } from '../transactions/index.js';
import type { authorize, CardVerdict } from './authorize.js';
import { getCard } from './card-service.js';
import type { CardUse } from './card-use.js';
import { CARD_LOG, logCard } from './card-log.js';
import type { CardAnswer, CardTelling } from './network-message.js';

type Tell = UseCase<CardTelling, CardAnswer | Refused>;

interface Network {
  readonly authorize: ReturnType<typeof authorize>;
  readonly clear: Tell;
  readonly advise: Tell;
  readonly return: Tell;
  readonly reverseReturn: Tell;
}

/** The answer of a simulation: the id of the question or transaction at the network, and here. */
export interface Simulated {
  readonly issuerToken: string;
  /** Null for a decline and for a question, which create no transaction. */
  readonly transactionId: Id<'Transaction'> | null;
}

/** The id of a message at the network; the sandbox generates one if it is missing. */
export interface Identified {
  readonly networkMessageId?: string | undefined;
}

export type SimulatedUse = Pick<CardUse, 'cardId' | 'amount' | 'currency' | 'merchant' | 'expiresAt'> & Identified;
export type SimulatedTelling = Omit<CardTelling, 'networkMessageId'> & Identified;

type Prepared =
  ReturnType<typeof authorize> extends PreparedUseCase<CardUse, infer P, CardVerdict | Refused> ? P : never;

const OTHER_MESSAGE = err('CONFLICT', 'networkMessageId was used for a message with other content; use a new id');

/** A reversal takes back a whole return and has no amount of its own. */
const reversal =
  (
    tell: UseCase<SimulatedTelling, Simulated | Refused>,
  ): UseCase<Omit<SimulatedTelling, 'amount'>, Simulated | Refused> =>
  (tx, ctx, input) =>
    tell(tx, ctx, { ...input, amount: 0n });

function decided(outcome: Result<CardVerdict | Refused>): Result<Simulated | Refused> {
  if (!outcome.ok || outcome.value instanceof Refused) return outcome as Result<Refused>;
  const verdict = outcome.value;
  // A decline and a verification of the account have no transaction.
  const transaction = verdict.approved ? verdict.transaction : null;
  return ok({ issuerToken: verdict.issuerToken, transactionId: transaction?.id ?? null });
}

function taken(outcome: Result<CardAnswer | Refused>): Result<Simulated | Refused> {
  if (!outcome.ok || outcome.value instanceof Refused) return outcome as Result<Refused>;
  const { issuerToken, transactionId } = outcome.value;
  return ok({ issuerToken, transactionId });
}

const TOKEN_BYTES = 16;

const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';

const nothingHere = (): Result<never> =>
  err('REFERENCE_NOT_FOUND', 'card simulations are available in the sandbox only');

/**
 * The card network of the sandbox. A decline is answered like an approval: the network was answered, and no transaction
 * exists. 404 REFERENCE_NOT_FOUND in production.
 */
export function cardSimulations(
  { ids, random }: { readonly ids: IdSource; readonly random: Random },
  network: Network,
) {
  const newToken = (): string =>
    Array.from(random.bytes(TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');

  const use = (
    of: Pick<CardUse, 'direction' | 'mode'>,
  ): PreparedUseCase<SimulatedUse, Prepared, Simulated | Refused> => ({
    prepare: async (ctx, { networkMessageId: issuerToken = newToken(), ...input }) =>
      isSandbox(ctx) ? network.authorize.prepare(ctx, { ...input, ...of, issuerToken }) : nothingHere(),
    async finish(tx, ctx, prepared) {
      return decided(await network.authorize.finish(tx, ctx, prepared));
    },
  });

  const telling =
    (tell: Tell): UseCase<SimulatedTelling, Simulated | Refused> =>
    async (tx, ctx, { networkMessageId = newToken(), ...input }) => {
      if (!isSandbox(ctx)) return nothingHere();
      const card = await getCard(tx, ctx, { id: input.cardId });
      if (!card.ok) return card;
      return taken(await tell(tx, ctx, { ...input, networkMessageId }));
    };

  const inquireBalance: UseCase<
    { readonly cardId: string; readonly merchant: Merchant } & Identified,
    Simulated
  > = async (tx, ctx, { cardId, merchant, networkMessageId: issuerToken = newToken() }) => {
    const found = isSandbox(ctx) ? await getCard(tx, ctx, { id: cardId }) : nothingHere();
    if (!found.ok) return found;
    const card = found.value;
    const earlier = await tx.find(CARD_LOG, 'issuer_token', [issuerToken]);
    if (earlier !== null) {
      return earlier.cardId === card.id && earlier.what === 'BALANCE_INQUIRY'
        ? ok({ issuerToken, transactionId: null })
        : OTHER_MESSAGE;
    }
    logCard({ tx, ctx, ids }, { cardId: card.id, what: 'BALANCE_INQUIRY', merchant: merchant.descriptor, issuerToken });
    return ok({ issuerToken, transactionId: null });
  };

  return {
    authorization: use({ direction: 'DEBIT', mode: 'ask' }),
    financialAuthorization: use({ direction: 'DEBIT', mode: 'settle' }),
    creditAuthorization: use({ direction: 'CREDIT', mode: 'ask' }),
    creditAuthorizationAdvice: use({ direction: 'CREDIT', mode: 'told' }),
    financialCreditAuthorization: use({ direction: 'CREDIT', mode: 'settle' }),
    clearing: telling(network.clear),
    authorizationAdvice: telling(network.advise),
    return: telling(network.return),
    returnReversal: reversal(telling(network.reverseReturn)),
    balanceInquiry: inquireBalance,
  } as const;
}

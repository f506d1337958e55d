import {
  type Context,
  err,
  type IdSource,
  ok,
  type PreparedUseCase,
  type Random,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import type { Merchant } from '../transactions/index.js';
import type { authorize, CardUse, CardVerdict } from './authorize.js';
import type { CardTransaction } from './card-books.js';
import { logCard } from './card-log.js';
import { getCard } from './card-service.js';
import type { adviseCard, CardTelling, clearCard } from './clear.js';
import type { returnCard, reverseReturn } from './return-card.js';

interface Network {
  readonly authorize: ReturnType<typeof authorize>;
  readonly clear: ReturnType<typeof clearCard>;
  readonly advise: ReturnType<typeof adviseCard>;
  readonly return: ReturnType<typeof returnCard>;
  readonly reverseReturn: ReturnType<typeof reverseReturn>;
}

/** What a simulation answers: the network's name of what it asked or told. */
export interface Simulated {
  readonly issuerToken: string;
}

export type SimulatedUse = Pick<CardUse, 'cardId' | 'amount' | 'currency' | 'merchant'>;

type Prepared = ReturnType<typeof authorize> extends PreparedUseCase<CardUse, infer P, CardVerdict> ? P : never;

const TOKEN_BYTES = 16;

const isSandbox = (ctx: Context): boolean => splitTenant(ctx.tenant).environment === 'SANDBOX';

/** In production there is nothing here, and so no card either (behaviour, "Sandbox"). */
const nothingHere = (): Result<never> => err('REFERENCE_NOT_FOUND', 'no such card');

/**
 * A card network as the sandbox plays it. What is declined is answered like what is approved: the network has been
 * answered, and there is no transaction. 404 REFERENCE_NOT_FOUND in production.
 */
export function cardSimulations(
  { ids, random }: { readonly ids: IdSource; readonly random: Random },
  network: Network,
) {
  const newToken = (): string =>
    Array.from(random.bytes(TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');

  const use = (of: Pick<CardUse, 'direction' | 'mode'>): PreparedUseCase<SimulatedUse, Prepared, Simulated> => ({
    prepare: async (ctx, input) =>
      isSandbox(ctx) ? network.authorize.prepare(ctx, { ...input, ...of, issuerToken: newToken() }) : nothingHere(),
    async finish(tx, ctx, prepared) {
      const verdict = await network.authorize.finish(tx, ctx, prepared);
      return verdict.ok ? ok({ issuerToken: verdict.value.issuerToken }) : verdict;
    },
  });

  const telling =
    <I extends Pick<CardTelling, 'cardId'>>(tell: UseCase<I, CardTransaction>): UseCase<I, Simulated> =>
    async (tx, ctx, input) => {
      if (!isSandbox(ctx)) return nothingHere();
      const card = await getCard(tx, ctx, { id: input.cardId });
      if (!card.ok) return card;
      const told = await tell(tx, ctx, input);
      return told.ok ? ok({ issuerToken: told.value.issuerToken! }) : told;
    };

  const inquireBalance: UseCase<{ readonly cardId: string; readonly merchant: Merchant }, Simulated> = async (
    tx,
    ctx,
    { cardId, merchant },
  ) => {
    const found = isSandbox(ctx) ? await getCard(tx, ctx, { id: cardId }) : nothingHere();
    if (!found.ok) return found;
    const issuerToken = newToken();
    const card = found.value;
    logCard(tx, ctx, ids, { cardId: card.id, what: 'BALANCE_INQUIRY', merchant: merchant.descriptor, issuerToken });
    return ok({ issuerToken });
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
    returnReversal: telling(network.reverseReturn),
    balanceInquiry: inquireBalance,
  } as const;
}

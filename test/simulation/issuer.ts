import type { IssuanceStatus } from '@corridor/core/records';
import type { IssuerAccount, IssuerStatus, Refusal, StablecoinIssuer } from '@corridor/core/ports';
import type { memoryBook } from '@corridor/adapters-rails/stablecoins';

export type OrderEnd = 'completed' | 'failed' | 'expired';
export type IssuanceEnd = Extract<IssuanceStatus, 'PROVISIONED' | 'REJECTED' | 'FAILED'>;

const ENDS: readonly unknown[] = ['completed', 'failed', 'expired', 'PROVISIONED', 'REJECTED', 'FAILED'];

/** What the people at a stablecoin issuer decide, against what the sandbox would answer. All hosts share it. */
export interface IssuerDecisions {
  /** By the id of an account at the issuer: its access was withdrawn. */
  readonly refusals: Map<string, Refusal['because']>;
  /** Has no effect on an order whose end was reported. Only an order that waits for its money can expire. */
  endOrder(reference: string, end: OrderEnd): void;
  /** Has no effect on a token whose registration has ended. */
  endIssuance(token: string, end: IssuanceEnd): void;
  /** The same issuer, which follows the decisions. */
  follow(issuer: StablecoinIssuer, book: ReturnType<typeof memoryBook>): StablecoinIssuer;
}

export function issuerDecisions(): IssuerDecisions {
  const refusals: IssuerDecisions['refusals'] = new Map();
  const orders = new Map<string, OrderEnd>();
  const issuances = new Map<string, IssuanceEnd>();
  /** What the issuer last reported of an order or of a token. */
  const reported = new Map<string, string>();

  const refused = ({ providerAccountId }: IssuerAccount): Refusal | null => {
    const because = refusals.get(providerAccountId);
    return because === undefined ? null : { state: 'refused', because };
  };

  return {
    refusals,
    endOrder(reference, end) {
      const before = reported.get(reference);
      const canExpire = before === undefined || before === 'awaiting-funding';
      if (!ENDS.includes(before)) orders.set(reference, end === 'expired' && !canExpire ? 'failed' : end);
    },
    endIssuance(token, end) {
      if (!ENDS.includes(reported.get(token))) issuances.set(token, end);
    },
    follow(issuer, book) {
      const ordered =
        <R extends unknown[]>(ask: (...args: [IssuerAccount, Instruction, ...R]) => Promise<IssuerStatus | Refusal>) =>
        async (...args: [IssuerAccount, Instruction, ...R]): Promise<IssuerStatus | Refusal> => {
          const [account, { reference, operationType, amount, netAmount, token }] = args;
          const end = orders.get(reference);
          const answer = refused(account) ?? (end === undefined ? await ask(...args) : ended(end));
          if (answer.state === 'refused') return answer;
          const before = reported.get(reference);
          const waits = answer.state === 'awaiting-funding';
          // The answer to another question, such as a repeated submission, may have come before this one.
          if (!ENDS.includes(before) && (!waits || before === undefined)) reported.set(reference, answer.state);
          // The issuer decided it while this answer was under way.
          if (end === undefined && !waits && orders.get(reference) === 'expired') orders.set(reference, 'failed');
          if (end === 'completed')
            await book.record(`${account.providerAccountId}\n${token.providerTokenIdentifier}`, {
              reference,
              amount: operationType === 'MINT' ? netAmount : -amount,
            });
          return answer;
        };
      return {
        ...issuer,
        async verify(...args) {
          const answer = await issuer.verify(...args);
          if (answer.state === 'accepted') refusals.delete(answer.providerAccountId);
          return answer;
        },
        async token(account, query) {
          const answer = refused(account) ?? (await issuer.token(account, query));
          if (answer.state !== 'known') return answer;
          const name = query.networkTokenIdentifier;
          const issuanceStatus = issuances.get(name) ?? answer.issuanceStatus;
          reported.set(name, issuanceStatus);
          return { ...answer, issuanceStatus };
        },
        price: async (account, order) => refused(account) ?? issuer.price(account, order),
        submit: ordered((account, instruction) => issuer.submit(account, instruction)),
        status: ordered((account, instruction, now: Parameters<StablecoinIssuer['status']>[2]) =>
          issuer.status(account, instruction, now),
        ),
        supply: async (account, token) => refused(account) ?? issuer.supply(account, token),
      };
    },
  };
}

type Instruction = Parameters<StablecoinIssuer['submit']>[1];

const ended = (state: OrderEnd): IssuerStatus =>
  state === 'failed'
    ? { state, providerStatus: 'failed', reason: 'PROVIDER_FAILED' }
    : { state, providerStatus: state };

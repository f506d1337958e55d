import type {
  ConnectionContext,
  PaymentRail,
  RailCallback,
  RailCallbackAnswer,
  RailConnection,
  RailEffect,
} from '../accounts/index.js';
import type { CurrencyCode, Result } from '../kernel/index.js';
import type { ScreeningProvider } from './ports.js';

/**
 * A message of a provider. It decides nothing: core asks the provider.
 * - `lists-changed`: its lists have another version.
 * - `changed`: its answer to this question is another one now.
 */
export type ScreeningTelling =
  | { readonly kind: 'lists-changed' }
  | { readonly kind: 'changed'; readonly reference: string };

/** Tells core a message of the provider. 404 REFERENCE_NOT_FOUND for an unknown question. */
export type TellScreening = (telling: ScreeningTelling) => Promise<Result<RailEffect>>;

/** What the entry of the connections file decides, whatever the provider says. */
export interface ScreeningRules {
  /** Payment rails on which payments are not screened during execution: Regulation (EU) 260/2012, Article 5d. */
  readonly notDuring: readonly PaymentRail[];
  /**
   * While the provider does not answer: payments below this amount, in smallest units by currency, pass if the last
   * answer about each party was clear by the present lists. Without an entry of its currency, a payment waits.
   */
  readonly passBelow: Readonly<Partial<Record<CurrencyCode, bigint>>>;
  /** How long a held payment keeps its rate, in seconds; then it fails, and its money is on the internal account. */
  readonly holdSeconds: number;
}

/** A connection to a screening provider. It serves one environment and keeps nothing in memory that another host would miss. */
export interface ScreeningConnection extends Pick<
  RailConnection,
  'name' | 'environment' | 'claims' | 'check' | 'verify'
> {
  /** Its name is the name of the connection. */
  readonly provider: ScreeningProvider;
  readonly rules: ScreeningRules;
  readonly tasks: RailConnection['tasks'];
  /** Null if the provider sends no messages: `POST /screening/{name}/callbacks/…` answers 404. */
  readonly callback: ((callback: RailCallback, tell: TellScreening) => Promise<RailCallbackAnswer>) | null;
  /** As `RailConnection.callbackBytes`. */
  readonly callbackBytes?: (path: string) => number | null;
}

/** A connection without the rules of its entry, which the host adds: a program or a module does not decide them. */
export type MadeScreeningConnection = Omit<ScreeningConnection, 'rules'>;

/** Makes the connection of one entry of the section `screening`, as `CreateConnection` does of `rails`. */
export type CreateScreeningConnection = (
  entry: Readonly<Record<string, unknown>>,
  context: ConnectionContext,
) => MadeScreeningConnection | Promise<MadeScreeningConnection>;

import type { ConnectionContext, RailCallback, RailCallbackAnswer, RailConnection } from '../accounts/index.js';
import type { TellCard } from './card-message.js';
import type { CardIssuer } from './ports.js';

/** A connection to a card processor. It serves one environment and keeps nothing in memory that another host would miss. */
export interface CardConnection extends Pick<RailConnection, 'name' | 'environment' | 'claims' | 'check' | 'verify'> {
  /** Its name is the name of the connection. */
  readonly issuer: CardIssuer;
  readonly tasks: RailConnection['tasks'];
  /** Null if the processor sends no messages: `POST /cards/{name}/callbacks/…` answers 404. */
  readonly callback: ((callback: RailCallback, tell: TellCard) => Promise<RailCallbackAnswer>) | null;
  /** As `RailConnection.callbackBytes`. */
  readonly callbackBytes?: (path: string) => number | null;
}

/** Makes the connection of one entry of the section `cards`, as `CreateConnection` does of `rails`. */
export type CreateCardConnection = (
  entry: Readonly<Record<string, unknown>>,
  context: ConnectionContext,
) => CardConnection | Promise<CardConnection>;

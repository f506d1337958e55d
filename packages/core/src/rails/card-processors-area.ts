import type { RailCallback, RailCallbackAnswer } from '../accounts/index.js';
import type { CardConnection, HearCard } from '../cards/index.js';
import { callbacksOf, type ConnectionCallbacks } from './callbacks.js';

/** The connections to card processors. */
export interface CardProcessorsArea extends ConnectionCallbacks {
  readonly connections: readonly CardConnection[];
  /** What the callbacks of the connections tell (docs/areas/cards.md#messages-of-a-processor). */
  readonly hear: HearCard;
}

export const cardProcessorsArea = ({
  connections,
  hear,
}: Pick<CardProcessorsArea, 'connections' | 'hear'>): CardProcessorsArea => ({
  connections,
  hear,
  ...callbacksOf(
    connections,
    ({ name, environment, callback }: CardConnection, request: RailCallback): Promise<RailCallbackAnswer> =>
      callback!(request, (message) => hear(name, environment, message)),
  ),
});

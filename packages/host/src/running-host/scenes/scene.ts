import type { WebhookEventType } from '@corridor/client';
import type { Stage } from './stage.js';

/** The record whose event a scene ends in. */
export interface Ending {
  /** The resource of the event, or the value of `field` in its data. */
  readonly record: string;
  /** For events whose resource the API does not name before: the field of their data that names the record. */
  readonly field?: 'code' | 'subject';
}

/** The scene of an event type. */
export type Scene =
  | {
      /** What the scene plays, in one line. */
      readonly plays: string;
      readonly play: (stage: Stage) => Promise<Ending>;
    }
  | {
      /** Why the service does not send the type. */
      readonly neverSent: string;
    }
  | {
      /** What an operator has to do, as a clause. */
      readonly operator: string;
      /** Plays what the API can play, and returns the commands that the operator runs then. */
      readonly prepare: (stage: Stage) => Promise<readonly string[]>;
    };

/** The scenes of some types: a type without one does not compile in `SCENES`. */
export type Scenes<T extends WebhookEventType> = Readonly<Record<T, Scene>>;

/** The types of the events about a subject. */
export type TypesOf<S extends string> = Extract<WebhookEventType, `${S}.${string}`>;

import { RailUnavailable, Unavailable } from '@corridor/core/ports';

/** Whether the database or a rail could not do its part, so that the same request may succeed later. */
export const isAway = (cause: unknown): boolean => cause instanceof Unavailable || cause instanceof RailUnavailable;

import { TooSlow } from '../support/eventually.js';
import { ServerError } from '../support/api.js';

/** Whether a history failed only because something took too long. An error of a host that was awaited is a fault. */
export const isTooSlow = (error: unknown): boolean => error instanceof TooSlow && !(error.cause instanceof ServerError);

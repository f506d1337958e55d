import { toIso } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { integer, optionalInstant } from '../app/wire.js';

/** What a platform is told of an exception; who resolved it, and why, stays with the operators. */
export const serializeException = (exception: ExceptionRecord): object => ({
  id: exception.id,
  kind: exception.kind,
  status: exception.status,
  subject: exception.subject,
  currency: exception.currency,
  amount: integer(exception.amount),
  resolution: exception.resolution ?? undefined,
  entryId: exception.entryId ?? undefined,
  createdAt: toIso(exception.createdAt),
  resolvedAt: optionalInstant(exception.resolvedAt),
});

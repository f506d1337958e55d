import { toIso } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { integer, optionalInstant } from '../../kit/wire.js';

/** The public part of an exception; the operator who resolved it and the reason are internal. */
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

import type { DataField } from '@corridor/core/ports';
import type { LnurlpResponse } from '@uma-sdk/core';

/** The largest amount that a message can carry, because amounts are JSON numbers. */
export const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The library uses either value, depending on the message. */
export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** The data fields that one institution asks the other to send about its customer. */
export const fieldsOf = (options: LnurlpResponse['payerData']): readonly DataField[] =>
  Object.entries(options ?? {}).map(([key, { mandatory }]) => ({ key, mandatory }));

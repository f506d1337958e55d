import type { DataField } from '@corridor/core/ports';
import type { LnurlpResponse } from '@uma-sdk/core';

/** The largest amount that a message can carry, because amounts are JSON numbers. */
export const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** The data fields that one institution asks the other to send about its customer. */
export const fieldsOf = (options: LnurlpResponse['payerData']): readonly DataField[] =>
  Object.entries(options ?? {}).map(([key, { mandatory }]) => ({ key, mandatory }));

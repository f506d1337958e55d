import type { DataField } from '@corridor/core/ports';
import type { LnurlpResponse } from '@uma-sdk/core';

/** The most that an amount in a message can tell: it is a JSON number. */
export const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** What one side asks the other to tell of its customer. */
export const fieldsOf = (options: LnurlpResponse['payerData']): readonly DataField[] =>
  Object.entries(options ?? {}).map(([key, { mandatory }]) => ({ key, mandatory }));

import type { OperatorReads } from '@corridor/core';
import type { Platform } from '@corridor/core/records';
import { type Finding, ok } from './finding.js';

/** External accounts that were added in different notations. Their platforms delete them, so they are not a problem. */
export async function examineAccounts(reads: OperatorReads, platforms: readonly Platform[]): Promise<Finding> {
  let count = 0;
  for (const { id } of platforms) for await (const _account of reads.duplicateAccounts(id)) count += 1;
  return ok(
    'accounts',
    count === 0
      ? 'no external account is the same as another one of its owner'
      : `${count} external accounts are the same as another one of their owner; \`corridor account duplicates\` lists them`,
  );
}

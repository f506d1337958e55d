import { ENVIRONMENTS, toIso } from '@corridor/core';
import {
  chainsOf,
  operatorReads,
  scopeText,
  statusAt,
  TERM_NAMES,
  TERMS_IN_ORDER,
  type TermsStatus,
  termText,
} from '@corridor/core/internal';
import type { Terms } from '@corridor/core/records';
import { openStorage } from '../composition/storage-module.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { createLog } from '../logging/logging.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';

const STATES: readonly TermsStatus[] = ['COMING', 'IN_FORCE', 'PAST', 'WITHDRAWN'];
const USUAL: readonly TermsStatus[] = ['COMING', 'IN_FORCE'];

/** Prints terms in the order in which they were added. Runs without a master key. */
export async function listTerms(
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> {
  const [of, state] = [optionOf(given, 'environment'), optionOf(given, 'state')];
  const environment = of === undefined ? undefined : oneOf(ENVIRONMENTS, 'environment', of);
  const wanted = state === undefined ? USUAL : [oneOf(STATES, 'state', state)];
  const storage = await openStorage(configuration, createLog(configuration.logLevel, processContext.log));
  const all = await operatorReads(storage.units)
    .terms(environment)
    .finally(() => storage.close());
  const now = processContext.clock.now();
  const list = printedList(processContext, given, 'no terms');
  for (const each of ENVIRONMENTS)
    for (const chain of chainsOf(all.filter((terms) => terms.environment === each)).values())
      for (const terms of chain) {
        const status = statusAt(terms, chain, now);
        if (terms.withdraws !== null || !wanted.includes(status)) continue;
        const { id, scope, validFrom, content } = terms;
        list.add(
          { id, environment: each, scope, state: status, validFrom: toIso(validFrom), content },
          lineOf(terms, status),
        );
      }
  return list.end();
}

function lineOf({ id, environment, scope, validFrom, content }: Terms, state: TermsStatus): string {
  const parts = TERMS_IN_ORDER.filter((name) => content[name] !== undefined).map(
    (name) => `${TERM_NAMES[name]} ${termText(name, content, scope)}`,
  );
  const since = validFrom === 0 ? 'the first start' : toIso(validFrom);
  return `${id} ${environment} ${state} from ${since} ${scopeText(scope)}: ${parts.join(', ') || 'nothing of its own'}`;
}

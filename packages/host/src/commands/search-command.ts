import { toIso } from '@corridor/core';
import { amountText, MOST_HITS } from '@corridor/core/internal';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { printedList } from '../terminal/printed-list.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { shown } from '../terminal/terminal.js';
import { holderOf } from './operator.js';

/** Prints what a text finds on all platforms, in groups. */
export const search = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const text = requiredOptionOf(given, 'text');
    const request = { text, platforms: null, showsBlocks: true };
    const { groups, platforms, others, notes } = requireOk(
      await core.operators.search(holderOf(processContext), request),
      { text },
    );
    const list = printedList(processContext, given, 'nothing was found');
    for (const { id, name } of platforms) list.add({ group: 'platforms', id, name }, `platforms ${id} ${shown(name)}`);
    for (const { group, hits, hasMore } of groups) {
      for (const hit of hits) {
        const { createdAt, amounts, ...fields } = hit;
        const words = [
          hit.id,
          hit.name === null ? null : shown(hit.name),
          hit.ending === null ? null : `…${shown(hit.ending)}`,
          hit.type === null ? null : shown(hit.type),
          hit.status,
          hit.isBlocked === true ? 'BLOCKED' : null,
          ...amounts.map(({ amount, currency }) => amountText(amount, currency)),
          `(${hit.tenant})`,
          toIso(createdAt),
        ];
        const line = words.filter((word) => word !== null).join(' ');
        list.add({ group, ...fields, amounts, createdAt: toIso(createdAt) }, `${group} ${line}`);
      }
      if (hasMore && given['json'] !== true)
        processContext.print(`${group}: more than ${MOST_HITS}; add a word, digits or a currency`);
    }
    for (const { id, tenant, paymentId } of others)
      list.add(
        { group: 'others', id, tenant, paymentId },
        `others ${id} (${tenant})${paymentId === null ? '' : ` of ${paymentId}`}`,
      );
    if (given['json'] !== true) for (const note of notes) processContext.print(note);
    return list.end();
  });

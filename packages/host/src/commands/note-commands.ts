import { toIso } from '@corridor/core';
import { MAX_LIMIT } from '@corridor/core/internal';
import type { Configuration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { type Arguments, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { tenantOfNoted } from './record-tenants.js';

/** Prints the notes about a record, newest first. */
export const listNotes = (
  configuration: Configuration,
  given: Arguments,
  processContext: ProcessContext,
): Promise<number> =>
  withCore(configuration, processContext, async (core) => {
    const subject = requiredOptionOf(given, 'id');
    const tenant = await tenantOfNoted(core, subject);
    const list = printedList(processContext, given, `no notes about ${subject}`);
    let cursor: string | undefined;
    do {
      const filter = { tenant, subject, role: 'ADMIN', limit: MAX_LIMIT, cursor } as const;
      const { data, nextCursor } = requireOk(await core.operators.notes.about(filter), { id: subject });
      for (const { id, text, author, readers, createdAt } of data) {
        const fields = { id, subject, author, readers, text, createdAt: toIso(createdAt) };
        list.add(fields, `${toIso(createdAt)} ${shown(author)} (${readers}): ${shown(text)}`);
      }
      cursor = nextCursor;
    } while (cursor !== undefined);
    return list.end();
  });

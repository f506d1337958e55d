import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CaseExport, toIso } from '@corridor/core';
import { caseExportHead, caseReadme, MAX_LIMIT } from '@corridor/core/internal';
import type { ScreeningCase } from '@corridor/core/records';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { printedList } from '../terminal/printed-list.js';
import { makePrivateFolder, writePrivate } from '../terminal/private-folder.js';
import { shown } from '../terminal/terminal.js';
import { tenantOf } from './account-commands.js';
import { writeExport, writeSections } from './customer-commands.js';
import { coreFor, operatorOf } from './operator.js';
import { tenantOfCase } from './record-tenants.js';

type Command = (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;

const STATUSES = ['OPEN', 'CLOSED'] as const satisfies readonly ScreeningCase['status'][];

/** Prints the cases with a status, newest first. */
export const listCases: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STATUSES, 'status', optionOf(given, 'status') ?? 'OPEN');
    const list = printedList(processContext, given, status === 'OPEN' ? 'no open cases' : 'no closed cases');
    const tenant = optionOf(given, 'platform') === undefined ? undefined : await tenantOf(core, given);
    let cursor: string | undefined;
    do {
      const filter = { tenant, status, limit: MAX_LIMIT, cursor };
      const { data, nextCursor } = requireOk(await core.operators.screening.cases.list(filter), given);
      for (const each of data) {
        const about = (await core.operators.screening.cases.get(each.id))?.links.map(({ subject }) => subject) ?? [];
        list.add({ ...fieldsOf(each), about }, lineOf(each, about));
      }
      cursor = nextCursor;
    } while (cursor !== undefined);
    return list.end();
  });

function fieldsOf({ version: _version, createdAt, updatedAt: _updatedAt, closedAt, ...fields }: ScreeningCase) {
  return { ...fields, createdAt: toIso(createdAt), closedAt: closedAt === null ? null : toIso(closedAt) };
}

function lineOf(
  { id, tenant, status, title, openedBy, createdAt, outcome, closeReason }: ScreeningCase,
  about: readonly string[],
): string {
  const end = outcome === null ? '' : `, ${outcome}: ${shown(closeReason ?? '')}`;
  const records = about.length === 0 ? 'no records' : about.map(shown).join(' ');
  return `${id} ${status} (${tenant}) since ${toIso(createdAt)} by ${shown(openedBy)}: ${shown(title)}; ${records}${end}`;
}

/** Writes a case into a new folder. The index, which is written last, says that the folder is complete. */
export const exportCase: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const caseId = requiredOptionOf(given, 'id');
    const folder = requiredOptionOf(given, 'output');
    const caseReference = requiredOptionOf(given, 'case');
    const caller = await operatorOf(core, given);
    const tenant = await tenantOfCase(await coreFor(core, caller), caseId);
    await makePrivateFolder(folder);
    const { personalData } = core.operators;
    const exported = requireOk(await personalData.exportCase(caller, tenant, { caseId, caseReference }), {
      ...{ caseId, caseReference },
    });
    const written = await writeCase(folder, exported);
    processContext.print(
      `wrote ${written.records} records and ${written.customers} customers of ${caseId} to ${folder}`,
    );
    return 0;
  });

async function writeCase(folder: string, exported: CaseExport) {
  await writePrivate(join(folder, 'README.txt'), [caseReadme(exported)]);
  const parts = await writeSections(folder, exported.sections);
  const customers: { readonly customerId: string; readonly folder: string }[] = [];
  await mkdir(join(folder, 'customers'), { mode: 0o700 });
  for await (const result of exported.customers()) {
    const customer = requireOk(result, { caseId: exported.case.id });
    const own = `customers/${customer.customerId.replace(':', '-')}`;
    await mkdir(join(folder, own), { mode: 0o700 });
    await writeExport(join(folder, own), customer);
    customers.push({ customerId: customer.customerId, folder: own });
  }
  const index = { ...caseExportHead(exported), parts, customers };
  await writePrivate(join(folder, 'index.json'), [`${JSON.stringify(index, null, 2)}\n`]);
  return { records: parts.reduce((sum, part) => sum + part.records, 0), customers: customers.length };
}

import { toIso } from '@corridor/core';
import { MAX_LIMIT } from '@corridor/core/internal';
import type { Screening } from '@corridor/core/records';
import type { ShownMatch, ShownScreening } from '@corridor/core';
import { CommandError } from '../kernel/errors.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { withCore } from '../serving/host.js';
import type { Configuration } from '../settings/configuration.js';
import { type Arguments, oneOf, optionOf, requiredOptionOf, requireOk } from '../terminal/arguments.js';
import { printedList, printObject } from '../terminal/printed-list.js';
import { shown } from '../terminal/terminal.js';
import { tenantOf } from './account-commands.js';
import { coreFor, operatorOf } from './operator.js';

type Command = (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;

/** What was dropped with an open match waits for a decision too. */
const UNDECIDED = 'UNDECIDED' as const;
const STATUSES = [
  UNDECIDED,
  ...(['HELD', 'ASKED', 'PASSED', 'CLEAR', 'CONFIRMED', 'DROPPED'] as const satisfies readonly Screening['status'][]),
];

/** Prints the screenings with a status, newest first. */
export const listScreenings: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const status = oneOf(STATUSES, 'status', optionOf(given, 'status') ?? 'HELD');
    const waits = status === 'HELD' || status === UNDECIDED;
    const none = waits ? 'no hit waits for a decision' : `no screening is ${status}`;
    const wanted = status === UNDECIDED ? ({ status: 'DROPPED', hasOpenMatch: true } as const) : { status };
    const list = printedList(processContext, given, none);
    const tenant = optionOf(given, 'platform') === undefined ? undefined : await tenantOf(core, given);
    let cursor: string | undefined;
    do {
      const filter = { tenant, ...wanted, limit: MAX_LIMIT, cursor };
      const { data, nextCursor } = requireOk(await core.operators.screening.list(filter), given);
      for (const screening of data) list.add(fieldsOf(screening), lineOf(screening));
      cursor = nextCursor;
    } while (cursor !== undefined);
    return list.end();
  });

/** Prints what an operator needs to decide about a hit. */
export const showScreening: Command = (configuration, given, processContext) =>
  withCore(configuration, processContext, async (core) => {
    const id = requiredOptionOf(given, 'id');
    const caller = await operatorOf(core, given);
    const { operators } = await coreFor(core, caller);
    const screening = await operators.screening.get(id);
    if (screening === null)
      throw new CommandError(`--id: no screening ${id} exists; list them with corridor screening list`);
    const look = { action: 'screening.look', subject: id, what: 'screening' };
    requireOk(await operators.recordLook(caller, screening.tenant, look), given);
    const found = (await operators.screening.show(id))!;
    if (given['json'] === true) printObject(processContext, shownFieldsOf(found));
    else for (const line of linesOf(found)) processContext.print(line);
    return 0;
  });

function fieldsOf(screening: Screening) {
  const { id, tenant, status, subject, occasion, provider, listVersion, answer, matches, answeredAt, createdAt } =
    screening;
  const times = { answeredAt: answeredAt === null ? null : toIso(answeredAt), createdAt: toIso(createdAt) };
  return { id, tenant, status, subject, occasion, provider, listVersion, answer, matches, ...times };
}

const lineOf = ({ id, status, subject, tenant, provider, matches, createdAt }: Screening): string =>
  `${id} ${status} ${shown(subject)} (${tenant}) asked ${toIso(createdAt)} of ${shown(provider)}: ${matches.length} matches`;

function shownFieldsOf({ screening, question, matches, exceptions, cases }: ShownScreening) {
  const shownMatches = matches.map(({ match, details }) => {
    const { id, status, party, role, list, entry, entryVersion, listVersion } = match;
    const { decidedBy, approvedBy, decidedAt, decision } = match;
    return {
      ...{ id, status, party, role, list, entry, entryVersion, listVersion, details },
      ...{ decidedBy, approvedBy, decidedAt: decidedAt === null ? null : toIso(decidedAt), decision },
    };
  });
  return {
    ...fieldsOf(screening),
    question,
    matches: shownMatches,
    exceptions: exceptions.map(({ id }) => id),
    cases: cases.map(({ id }) => id),
  };
}

function linesOf({ screening, question, matches, exceptions, cases }: ShownScreening): readonly string[] {
  const parties =
    question === null ? ['the question was erased, or cannot be opened'] : question.parties.map(partyLine);
  return [
    lineOf(screening),
    `lists ${screening.listVersion === null ? 'not known yet' : shown(screening.listVersion)}, answer ${screening.answer ?? 'none yet'}`,
    ...parties,
    ...matches.flatMap(matchLines),
    ...exceptions.map(({ id, status }) => `exception ${id} is ${status}`),
    ...cases.map(({ id, status, title }) => `case ${id} is ${status}: ${shown(title)}`),
  ];
}

type Party = NonNullable<ShownScreening['question']>['parties'][number];

function partyLine({ id, role, name, birthDate, nationality, country, address }: Party): string {
  const facts = [birthDate, nationality, country, address].filter((fact) => fact !== null).map(shown);
  return `asked about ${role} ${shown(id)}: ${[name === null ? 'no name' : shown(name), ...facts].join(', ')}`;
}

function matchLines({ match, details }: ShownMatch): readonly string[] {
  const { id, status, party, list, entry, entryVersion, decidedBy, approvedBy, decision } = match;
  const says =
    details === null
      ? 'what the provider said was erased, or cannot be opened'
      : [details.name, details.score === null ? null : `score ${details.score}`, details.reason]
          .filter((text) => text !== null)
          .map(shown)
          .join(', ');
  const second = approvedBy === null ? '' : ` with ${shown(approvedBy)}`;
  return [
    `match ${id} is ${status}: ${shown(party)} is ${shown(entry)} (version ${shown(entryVersion)}) of ${shown(list)}: ${says}`,
    ...(decidedBy === null ? [] : [`  decided by ${shown(decidedBy)}${second}: ${shown(decision ?? '')}`]),
  ];
}

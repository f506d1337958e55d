import type { RailConnection } from '../../accounts/index.js';
import {
  choiceField,
  type Context,
  err,
  groupsField,
  houseTenant,
  idField,
  isHouse,
  numberField,
  ok,
  optional,
  readAll,
  splitTenant,
  textField,
  timeField,
  type UnitOfWork,
} from '../../kernel/index.js';
import { currencyField, moneyField } from '../../money/index.js';
import type { ReconciliationArea } from '../../maintenance/index.js';
import { mayBeOnePerson, type Operator, OPERATORS, outsideAction, saying } from '../../operators/index.js';

const LONGEST_NAME = 200;
/** As the name of a file. */
const LONGEST_SUBJECT = 255;

const RELEASED = {
  rail: textField({
    label: 'Connection',
    maxLength: LONGEST_NAME,
    option: { value: 'NAME', meaning: 'Only those of this rail; required to release' },
  }),
  id: textField({ label: 'File', maxLength: LONGEST_NAME, option: { value: 'ID', meaning: 'The file to release' } }),
  digest: textField({
    label: 'Digest (SHA-256)',
    maxLength: 1_000,
    option: { meaning: 'Its digest, as the list shows it' },
  }),
};

const DECIDED = {
  rail: textField({
    label: 'Connection',
    maxLength: LONGEST_NAME,
    option: { value: 'NAME', meaning: 'Only this connection; required to decide' },
  }),
  action: textField({
    label: 'Action',
    maxLength: LONGEST_NAME,
    option: { value: 'NAME', meaning: 'What to do, as the list shows it' },
  }),
  subject: textField({
    label: 'About',
    maxLength: LONGEST_SUBJECT,
    option: { meaning: 'What the action is about, such as the id of a file' },
  }),
};

const COVERED = 'The time that the statement covers';

const RECORDED = {
  rail: textField({ label: 'Rail', maxLength: LONGEST_NAME, option: { value: 'NAME', meaning: 'The rail' } }),
  from: optional(timeField({ label: 'First day', hint: 'UTC', option: { meaning: COVERED } })),
  to: optional(timeField({ label: 'Last day', hint: 'UTC', option: { meaning: COVERED } })),
};

const LONGEST_REFERENCE = 65_536;
/** So many differences are recorded at once. */
export const MOST_DIFFERENCES = 10_000;

const MOVEMENT = {
  currency: currencyField({ label: 'Currency' }),
  amount: moneyField({ label: 'Amount', currency: 'currency' }),
  direction: choiceField(['IN', 'OUT'], { label: 'Direction' }),
};

const LINE = {
  line: numberField({ label: 'Line', min: 0, max: Number.MAX_SAFE_INTEGER }),
  reference: textField({ label: 'Reference', maxLength: LONGEST_REFERENCE }),
  ...MOVEMENT,
};

const POSTING = {
  entryId: idField('JournalEntry', { label: 'Journal entry' }),
  kind: textField({ label: 'Kind', maxLength: LONGEST_NAME }),
  ...MOVEMENT,
};

/** What a comparison with a file found. The file itself stays outside of the log. */
const FOUND = {
  rail: textField({ label: 'Rail', maxLength: LONGEST_NAME, option: { value: 'NAME', meaning: 'The rail' } }),
  missingInLedger: groupsField(LINE, { label: 'Lines that are not in the ledger', max: MOST_DIFFERENCES }),
  missingInStatement: groupsField(POSTING, { label: 'Postings that are not in the statement', max: MOST_DIFFERENCES }),
  proves: optional(groupsField(LINE, { label: 'Lines that prove outside payments', max: MOST_DIFFERENCES })),
};

/** Whether other operators may be the same person as this one. */
async function onePersonWith(units: UnitOfWork, { id }: Operator): Promise<(other: Pick<Operator, 'id'>) => boolean> {
  const accounts = await units.read(null, (reads) => readAll(reads, OPERATORS));
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const own = byId.get(id);
  return (other) => {
    const account = byId.get(other.id);
    return other.id === id || (own !== undefined && account !== undefined && mayBeOnePerson(own, account));
  };
}

export interface RailActionPorts {
  readonly units: UnitOfWork;
  readonly connections: readonly RailConnection[];
  readonly reconciliation: Pick<ReconciliationArea, 'record' | 'recordFound'>;
}

/** The actions about connections to banks and chains. */
export function railActions({ units, connections, reconciliation }: RailActionPorts) {
  /** The connection, in the house tenant of its environment: the log must not name another one. */
  const connection = ({ tenant }: Context, name: string): RailConnection | null =>
    connections.find((each) => each.name === name && houseTenant(each.environment) === tenant) ?? null;

  return {
    'rails.release': outsideAction({
      title: 'Release payments of a rail',
      words: saying(
        'Release the payments',
        ({ input: { rail, id } }) => `Release the payments of the file ${id}: ${rail} sends them`,
      ),
      role: 'APPROVER',
      effects: ['MOVES_MONEY'],
      exempt: 'IS_SECOND_STEP',
      input: RELEASED,
      subject: ({ rail, id }) => `${rail}/${id}`,
      perform: async (ctx, { rail, id, digest }, by) => {
        const releases = connection(ctx, rail)?.releases ?? null;
        if (releases === null) return err('REFERENCE_NOT_FOUND', `rail: ${rail} has nothing to release`);
        const released = await releases.release(id, digest, by, await onePersonWith(units, by));
        return released.ok ? ok({ output: null, after: { released: true } }) : released;
      },
    }),
    'rails.act': outsideAction({
      title: 'Decide about a connection',
      words: saying(
        'Decide about the connection',
        ({ input: { rail, action, subject } }) => `Do “${action}” with ${subject} at ${rail}`,
      ),
      role: 'OPERATOR',
      effects: ['MOVES_MONEY'],
      exempt: 'ABOUT_ACCEPTED_PAYMENT',
      input: DECIDED,
      subject: ({ rail, subject }) => `${rail}/${subject}`,
      perform: async (ctx, { rail, action, subject }, by) => {
        const named = connection(ctx, rail)?.actions?.find(({ name }) => name === action);
        if (named === undefined) return err('REFERENCE_NOT_FOUND', `action: ${rail} has no action ${action}`);
        const done = await named.run(subject, by);
        return done.ok ? ok({ output: done.value, after: { result: done.value } }) : done;
      },
    }),
    'rails.record': outsideAction({
      title: 'Record the differences between statements and ledger',
      words: saying(
        'Record the differences',
        ({ input: { rail } }) =>
          `Open an exception for each difference between the statements of ${rail} and the ledger`,
      ),
      role: 'OPERATOR',
      effects: [],
      byMasterKey: true,
      input: RECORDED,
      subject: ({ rail }) => rail,
      perform: async ({ tenant }, period) => {
        const owner = connections.find(({ rails }) => rails.some(({ name }) => name === period.rail));
        if (owner === undefined || houseTenant(owner.environment) !== tenant)
          return err('REFERENCE_NOT_FOUND', `no connection of this environment keeps statements of ${period.rail}`);
        const recorded = await reconciliation.record(period);
        return recorded.ok
          ? ok({ output: recorded.value, after: { exceptions: recorded.value.map(({ id }) => id) } })
          : recorded;
      },
    }),
    'rails.record-found': outsideAction({
      title: 'Record the differences between a file and the ledger',
      words: saying('Record the differences', ({ input: { rail, missingInLedger, missingInStatement } }) => {
        const count = missingInLedger.length + missingInStatement.length;
        return `Open an exception for each of the ${count} differences between the file of ${rail} and the ledger`;
      }),
      // A file can confirm outside payments, and only the person who brings it vouches for it.
      role: 'ADMIN',
      effects: [],
      byMasterKey: true,
      input: FOUND,
      subject: ({ rail }) => rail,
      perform: async ({ tenant }, { rail, ...found }) => {
        if (!isHouse(tenant)) return err('FORBIDDEN', 'differences are recorded in a house tenant only');
        const recorded = await reconciliation.recordFound(
          { rail, environment: splitTenant(tenant).environment },
          found,
        );
        return recorded.ok
          ? ok({ output: recorded.value, after: { exceptions: recorded.value.map(({ id }) => id) } })
          : recorded;
      },
    }),
  };
}

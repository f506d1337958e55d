import {
  birth,
  type Digest,
  domainError,
  err,
  type Id,
  idFrom,
  newRecord,
  ok,
  type Result,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import {
  loggedAccess,
  NO_FACTORS,
  OPERATOR,
  type OperatorAccount,
  OPERATORS,
  PROVIDER_ENTRIES,
  writeLog,
} from '../operators/index.js';
import { nameFrom, nameKeyOf } from './names.js';
import type { GroupAccess, ProviderPerson } from './ports.js';

/**
 * The operator of a person, by the issuer and the id of the person there, and by nothing that can pass to another person,
 * such as an e-mail address. The id is derived from both, so that a person has one record.
 */
export function operatorIdOf(digest: Digest, issuer: string, subject: string): Id<'Operator'> {
  const hex = digest.sha256(`${issuer}\n${subject}`);
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)];
  return idFrom('Operator', `Operator:${uuid.join('-')}`);
}

/** Another sign-in made this operator, or one of this name, at the same time: the unit is run again. */
export const RACED = domainError(
  'CONFLICT',
  'another sign-in by the identity provider ran at the same time; sign in again',
  {
    retryAfter: 1,
  },
);
const DISABLED = err('FORBIDDEN', 'the access of this operator was withdrawn; it does not come back with a group');

const accessOfAccount = ({ role, platforms, lapsedAt }: OperatorAccount): string =>
  JSON.stringify([role, platforms, lapsedAt === null]);

/** The operator of the person with the access of the group: as it is, changed, or new. 403 FORBIDDEN if it is disabled. The unit ends with `RACED` if another one makes the operator. */
export async function arrive(
  unit: Unit & { readonly digest: Digest },
  issuer: string,
  person: ProviderPerson,
  access: GroupAccess,
): Promise<Result<OperatorAccount>> {
  const id = operatorIdOf(unit.digest, issuer, person.subject);
  const known = await unit.tx.get(OPERATORS, id);
  if (known === null) return ok(await create(unit, { id, issuer, person, access }));
  if (known.status !== 'ACTIVE') return DISABLED;
  return ok(granted(unit, known, access));
}

/** The account with what its group gives now. A change is in the log. */
export function granted({ tx, ctx, ids }: Unit, account: OperatorAccount, access: GroupAccess): OperatorAccount {
  const { id, name } = account;
  const after = update(tx, ctx, OPERATORS, account, { ...access, lapsedAt: null });
  if (accessOfAccount(after) !== accessOfAccount(account))
    writeLog(
      { tx, ctx, ids },
      { operator: { id, name }, source: 'CONSOLE' },
      {
        ...{ outcome: 'DONE', action: PROVIDER_ENTRIES.granted, subject: id },
        ...{ before: loggedAccess(account), after: loggedAccess(after) },
      },
    );
  return after;
}

async function create(
  { tx, ctx, ids }: Unit,
  {
    id,
    issuer,
    person,
    access,
  }: {
    readonly id: Id<'Operator'>;
    readonly issuer: string;
    readonly person: ProviderPerson;
    readonly access: GroupAccess;
  },
): Promise<OperatorAccount> {
  const name = await freeName(tx, nameFrom(person.name), [hostOf(issuer), id.slice(-12)]);
  const account: OperatorAccount = {
    name,
    nameKey: nameKeyOf(name),
    status: birth(OPERATOR, 'arrive').to,
    ...access,
    ...NO_FACTORS,
    ...{ issuer, issuerSubject: person.subject, lapsedAt: null },
    sessionsFrom: ctx.hostNow,
    ...{ enrolmentDigest: null, enrolmentExpiresAt: null, notices: null },
    ...newRecord(id, { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(OPERATORS, account, { conflicts: { id: RACED, name: RACED } });
  const entry = { outcome: 'DONE', action: PROVIDER_ENTRIES.arrived, subject: id } as const;
  const after = { name, issuer, issuerSubject: person.subject, ...loggedAccess(account) };
  writeLog({ tx, ctx, ids }, { operator: { id, name }, source: 'CONSOLE' }, { ...entry, after });
  return account;
}

const hostOf = (issuer: string): string => issuer.replace(/^https?:\/\//, '').replace(/[/:].*$/, '');

/** The name, or the name with what tells the operator apart from one that has the name: names in the log are unique. */
async function freeName(tx: Tx, name: string, marks: readonly string[]): Promise<string> {
  for (const one of [name, ...marks.map((mark) => `${name} @${mark}`)])
    if ((await tx.find(OPERATORS, 'name', [nameKeyOf(one)])) === null) return one;
  return `${name} @${marks.join('-')}`;
}

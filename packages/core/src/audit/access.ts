import type { Digest, Instant, Reads } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import {
  type Access,
  accessOfOperator,
  accessOfToken,
  type AtProvider,
  credentialFingerprint,
  LOCAL,
  type OperatorAccount,
  OPERATOR_LOG,
  OPERATORS,
  statedAccess,
  statedAtProvider,
  statedCredential,
} from '../operators/index.js';
import { type ApiToken, TOKENS } from '../platforms/index.js';
import { findingsOf } from './uninspectable.js';
import { shown } from './work.js';

/**
 * Compares each operator and each token with the last entry of the operator log that states its access, and of a token
 * also its credential. Every change of them writes such an entry in its own unit, and entries are sealed.
 */
export async function inspectAccess(reads: Reads, digest: Digest): Promise<readonly string[]> {
  const stated = new Map<string, Access>();
  const credentials = new Map<string, string | null>();
  const atProvider = new Map<string, AtProvider>();
  for await (const entry of everyRecord(reads, OPERATOR_LOG)) {
    const access = statedAccess(entry);
    if (access !== undefined) stated.set(entry.subject, access);
    const credential = statedCredential(entry);
    if (credential !== undefined) credentials.set(entry.subject, credential);
    const said = statedAtProvider(entry);
    if (said !== undefined) atProvider.set(entry.subject, { ...(atProvider.get(entry.subject) ?? LOCAL), ...said });
  }
  const findings: string[] = [];
  const compared = (id: string, access: string): readonly string[] => {
    const last = stated.get(id);
    stated.delete(id);
    return last === access ? [] : [`the access of ${id} is ${access}, ${saying(last)}`];
  };
  const ofOperator = (operator: OperatorAccount): readonly string[] => [
    ...compared(operator.id, accessOfOperator(operator)),
    ...differencesAtProvider(operator, atProvider.get(operator.id) ?? LOCAL),
  ];
  const ofToken = (token: ApiToken): readonly string[] => {
    const credential = credentials.get(token.id);
    const isStated = credential === undefined || credential === credentialFingerprint(digest, token);
    return [
      ...compared(token.id, accessOfToken(token)),
      ...(isStated
        ? []
        : [`the credential of ${token.id} is not the one that its last entry in the operator log states`]),
    ];
  };
  for await (const operator of everyRecord(reads, OPERATORS))
    findings.push(...(await findingsOf(operator.id, async () => ofOperator(operator))));
  for await (const token of everyRecord(reads, TOKENS))
    findings.push(...(await findingsOf(token.id, async () => ofToken(token))));
  for (const [id, last] of stated) if (last !== null) findings.push(`${id} does not exist, ${saying(last)}`);
  return findings;
}

/** An operator who has left the group of the provider has no access, whatever its role is. */
function differencesAtProvider(operator: OperatorAccount, said: AtProvider): readonly string[] {
  const fields = Object.keys(said) as (keyof AtProvider)[];
  const differing = fields.filter((field) => operator[field] !== said[field]);
  const text = (value: string | number | null): string =>
    value === null ? 'nothing' : typeof value === 'number' ? shown(value as Instant) : value;
  return differing.map(
    (field) => `${field} of ${operator.id} is ${text(operator[field])}, the operator log says ${text(said[field])}`,
  );
}

function saying(last: Access | undefined): string {
  if (last === undefined) return 'and no entry of the operator log says so';
  return `its last entry in the operator log says ${last ?? 'that it was deleted'}`;
}

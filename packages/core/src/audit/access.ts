import { type Digest, type Instant, type Reads, toIso } from '../kernel/index.js';
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
import { TOKENS } from '../platforms/index.js';

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
  const compare = (id: string, access: string): void => {
    const last = stated.get(id);
    stated.delete(id);
    if (last !== access) findings.push(`the access of ${id} is ${access}, ${saying(last)}`);
  };
  for await (const operator of everyRecord(reads, OPERATORS)) {
    compare(operator.id, accessOfOperator(operator));
    findings.push(...differencesAtProvider(operator, atProvider.get(operator.id) ?? LOCAL));
  }
  for await (const token of everyRecord(reads, TOKENS)) {
    compare(token.id, accessOfToken(token));
    const credential = credentials.get(token.id);
    if (credential !== undefined && credential !== credentialFingerprint(digest, token))
      findings.push(`the credential of ${token.id} is not the one that its last entry in the operator log states`);
  }
  for (const [id, last] of stated) if (last !== null) findings.push(`${id} does not exist, ${saying(last)}`);
  return findings;
}

/** An operator who has left the group of the provider has no access, whatever its role is. */
function differencesAtProvider(operator: OperatorAccount, said: AtProvider): readonly string[] {
  const fields = Object.keys(said) as (keyof AtProvider)[];
  const differing = fields.filter((field) => operator[field] !== said[field]);
  const text = (value: string | number | null): string =>
    value === null ? 'nothing' : typeof value === 'number' ? toIso(value as Instant) : value;
  return differing.map(
    (field) => `${field} of ${operator.id} is ${text(operator[field])}, the operator log says ${text(said[field])}`,
  );
}

function saying(last: Access | undefined): string {
  if (last === undefined) return 'and no entry of the operator log says so';
  return `its last entry in the operator log says ${last ?? 'that it was deleted'}`;
}

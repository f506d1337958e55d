import { WITHOUT_POSTAL_CODES } from '../../customers/index.js';
import { fail, type FieldError, ok, type Result } from '../../kernel/index.js';
import type { AccountInfo, Beneficiary, BeneficiaryAddress } from './account-info.js';
import type { AccountTypeRow, BeneficiaryRule, PartyShape, Presence } from './account-type.js';
import { ADDRESS_FIELDS, BENEFICIARY_TYPES, BUSINESS_BENEFICIARY } from './beneficiary.js';
import { given, isObject, readFields, reject, type Report, type Untrusted } from './field-values.js';
import { EXTERNAL_ACCOUNT_TYPES, findAccountType, type ExternalAccountType } from './table.js';

/**
 * Checks the details of an account against the row of its type. Returns all invalid fields with their dot paths below
 * `prefix`; fields that the type does not know are dropped. Check digits are not verified here (`AccountChecks`).
 */
export function validateAccountInfo(info: unknown, prefix = 'accountInfo'): Result<AccountInfo, readonly FieldError[]> {
  if (!isObject(info))
    return fail([{ field: prefix, message: info === undefined ? 'is required' : 'must be an object' }]);
  const type = given(info, 'accountType');
  const row = typeof type === 'string' ? findAccountType(type) : null;
  if (row === null) return fail([unknownType(prefix, type)]);

  const errors: FieldError[] = [];
  const report: Report = (error) => errors.push(error);
  const fields = readFields(info, row.fields, prefix, report);
  checkWays(info, row, prefix, report);
  const beneficiary = readBeneficiary(given(info, 'beneficiary'), row.beneficiary, `${prefix}.beneficiary`, report);
  if (errors.length > 0) return fail(errors);
  return ok({ accountType: row.type, ...fields, ...(beneficiary !== null && { beneficiary }) });
}

const unknownType = (prefix: string, type: unknown): FieldError => ({
  field: `${prefix}.accountType`,
  constraint: { enum: EXTERNAL_ACCOUNT_TYPES },
  message: type === undefined ? 'is required' : 'is not a known external account type',
});

/**
 * Checks a type with several ways to identify an account: one way must be complete, and if the type is exclusive, only
 * one way may be given.
 */
function checkWays(info: Untrusted, row: AccountTypeRow<ExternalAccountType>, prefix: string, report: Report): void {
  if (row.identifiedBy.length < 2) return;
  const has = (name: string): boolean => given(info, name) !== undefined;
  const begun = row.identifiedBy.filter(([primary]) => has(primary));
  const primaries = row.identifiedBy.map(([primary]) => primary);
  const rejectNamed = (names: readonly string[], message: string): void => {
    for (const of of row.fields) {
      if (!of.required && names.includes(of.name)) reject(report, prefix, of, message);
    }
  };

  if (begun.length === 0) rejectNamed(primaries, `one of ${primaries.join(', ')} is required`);
  else if (row.exclusive && begun.length > 1) {
    rejectNamed(
      begun.map(([primary]) => primary),
      `only one of ${primaries.join(', ')} may be given`,
    );
  } else if (!begun.some((way) => way.every(has))) {
    for (const [primary, ...others] of begun) {
      rejectNamed(
        others.filter((name) => !has(name)),
        `is required with ${primary}`,
      );
    }
  }
}

function readBeneficiary(value: unknown, rule: BeneficiaryRule, path: string, report: Report): Beneficiary | null {
  const from = nested(value, rule.presence, path, report);
  if (from === null) return null;
  const type = BENEFICIARY_TYPES.find((known) => known === given(from, 'beneficiaryType'));
  if (type === undefined) {
    report({
      field: `${path}.beneficiaryType`,
      constraint: { enum: BENEFICIARY_TYPES },
      message: `must be ${BENEFICIARY_TYPES.join(' or ')}`,
    });
    return null;
  }
  const shape: PartyShape = type === 'INDIVIDUAL' ? rule.individual : BUSINESS_BENEFICIARY;
  const fields = readFields(from, shape.fields, path, report);
  const address = readAddress(given(from, 'address'), shape.address, `${path}.address`, report);
  return { beneficiaryType: type, ...fields, ...(address !== null && { address }) };
}

function readAddress(value: unknown, presence: Presence, path: string, report: Report): BeneficiaryAddress | null {
  const from = nested(value, presence, path, report);
  if (from === null) return null;
  const isCoded = !WITHOUT_POSTAL_CODES.has(given(from, 'country')) || !isBlank(given(from, 'postalCode'));
  const fields = isCoded ? ADDRESS_FIELDS : ADDRESS_FIELDS.filter(({ name }) => name !== 'postalCode');
  const read = readFields(from, fields, path, report);
  return { ...(isCoded ? {} : { postalCode: '' }), ...read } as unknown as BeneficiaryAddress;
}

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

/** A nested object; null if the rule has none, it was not given, or it is not an object (which is reported). */
function nested(value: unknown, presence: Presence, path: string, report: Report): Untrusted | null {
  if (presence === 'none') return null;
  if (isObject(value)) return value;
  if (value !== undefined) report({ field: path, message: 'must be an object' });
  else if (presence === 'required') report({ field: path, message: 'is required' });
  return null;
}

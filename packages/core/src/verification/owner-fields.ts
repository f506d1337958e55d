import {
  type Address,
  invalidTaxIds,
  type IsTaxNumber,
  personRules,
  type Sent,
  type TaxNumberFields,
} from '../customers/index.js';
import { type Context, type FieldError, rules, dayOf } from '../kernel/index.js';
import { BENEFICIAL_OWNER_ROLES, type BeneficialOwnerRole } from './vocabulary.js';

/**
 * The fields of a beneficial owner that callers set. In a creation null means absent; in a change it clears the field.
 */
export interface BeneficialOwnerFields {
  readonly roles?: readonly string[] | null | undefined;
  readonly ownershipPercentage?: number | null | undefined;
  readonly personalInfo?: Sent<PersonalInfo> | null | undefined;
}

export interface PersonalInfo {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly nationality: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly address: Sent<Address>;
  readonly idType: string;
  readonly identifier: string;
  readonly countryOfIssuance: string;
}

/** The valid fields. */
export interface CheckedOwner {
  readonly roles?: readonly BeneficialOwnerRole[];
  readonly ownershipPpm?: number;
  readonly personalInfo?: Partial<Omit<PersonalInfo, 'address'>> & { readonly address?: Address };
}

const { oneOf, listOf, object, pastDate } = rules;

const PPM_OF_A_PERCENT = 10_000;
const PERCENTAGE = /^(\d{1,3})(?:\.(\d{1,4}))?$/;

/** Converts a share in millionths to the percentage of the API. */
export const percentOf = (ppm: number): number => ppm / PPM_OF_A_PERCENT;

/** From 0 to 100 with up to four decimal places; stored in millionths, so that sums are exact. */
const percentage: rules.Rule = (value, path, gather) => {
  const [, whole, places = ''] = (typeof value === 'number' ? PERCENTAGE.exec(String(value)) : null) ?? [];
  const ppm = Number(whole) * PPM_OF_A_PERCENT + Number(places.padEnd(4, '0'));
  if (whole !== undefined && ppm <= 100 * PPM_OF_A_PERCENT) return ppm;
  gather({ field: path, message: 'must be a number from 0 to 100 with up to four decimal places' });
  return value;
};

const REQUIRED = ['firstName', 'lastName', 'birthDate', 'nationality', 'address', 'idType', 'identifier'] as const;

export function checkOwner(
  input: BeneficialOwnerFields,
  { now }: Pick<Context, 'now'>,
  creating: boolean,
): { readonly fields: CheckedOwner; readonly errors: readonly FieldError[] } {
  const { country, name } = personRules;
  const rule = object(
    {
      roles: listOf(oneOf(BENEFICIAL_OWNER_ROLES), { min: 1, max: BENEFICIAL_OWNER_ROLES.length }),
      ownershipPercentage: percentage,
      personalInfo: object(
        {
          firstName: name,
          middleName: name,
          lastName: name,
          birthDate: pastDate(dayOf(now)),
          nationality: country,
          email: personRules.email,
          phoneNumber: personRules.phoneNumber,
          address: personRules.address,
          idType: personRules.idType,
          identifier: personRules.identifier,
          countryOfIssuance: country,
        },
        creating ? REQUIRED : [],
      ),
    },
    creating ? ['roles', 'ownershipPercentage', 'personalInfo'] : [],
  );
  const errors: FieldError[] = [];
  const checked = rule(input, '', (error) => errors.push(error)) as SentOwner;
  const fields = complete(checked);
  return { fields, errors };
}

type SentOwner = Omit<CheckedOwner, 'ownershipPpm'> & { readonly ownershipPercentage?: number };

/** Removes duplicate roles and fills the optional parts of an address with null. */
function complete({ roles, personalInfo, ownershipPercentage }: SentOwner): CheckedOwner {
  const address = personalInfo?.address;
  return {
    ...(ownershipPercentage !== undefined && { ownershipPpm: ownershipPercentage }),
    ...(Array.isArray(roles) && { roles: [...new Set<BeneficialOwnerRole>(roles)] }),
    ...(personalInfo !== undefined && {
      personalInfo: {
        ...personalInfo,
        ...(address !== undefined && { address: { line2: null, city: null, state: null, ...(address as object) } }),
      } as NonNullable<CheckedOwner['personalInfo']>,
    }),
  };
}

/** The errors of an owner's tax number, by the same rules as for customers. */
export function invalidIdentifier(
  person: TaxNumberFields,
  known: readonly FieldError[],
  isTaxNumber: IsTaxNumber,
): readonly FieldError[] {
  const field = 'personalInfo.identifier';
  if (known.some((error) => error.field === field)) return [];
  return invalidTaxIds(person, [], isTaxNumber).map((error) => ({ ...error, field }));
}

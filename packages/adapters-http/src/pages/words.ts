import type { DocumentType } from '@corridor/core/records';
import { COUNTRIES } from '@corridor/core/internal';

/** `CERTIFICATE_OF_INCORPORATION` in readable form. */
export function words(constant: string): string {
  const known = SAID_OTHERWISE[constant];
  if (known !== undefined) return known;
  const text = constant.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SAID_OTHERWISE: Readonly<Record<string, string>> = {
  DRIVERS_LICENSE: 'Driving licence',
  NATIONAL_ID: 'National identity card',
  SSN: 'Social Security number (US)',
  ITIN: 'Individual taxpayer number (US)',
  EIN: 'Employer identification number (US)',
  NON_US_TAX_ID: 'Tax number of another country',
  LLC: 'Limited liability company (LLC)',
  S_CORPORATION: 'S corporation',
  UBO: 'Owner',
  CONTROL_PERSON: 'Person in control',
  FRONT: 'Front',
  BACK: 'Back',
} satisfies Partial<Record<DocumentType | string, string>>;

const names = new Intl.DisplayNames(['en'], { type: 'region' });

export const countryName = (code: string): string => names.of(code) ?? code;

/** All countries by name, as choices. */
export const COUNTRY_CHOICES: readonly (readonly [value: string, label: string])[] = [...COUNTRIES]
  .map((code) => [code, countryName(code)] as const)
  .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

export const choicesOf = (constants: readonly string[]): readonly (readonly [string, string])[] =>
  constants.map((constant) => [constant, words(constant)] as const);

import type { Platform } from '@corridor/core/records';
import type { ConsoleField } from '../kit/fields.js';

/** Settings of a platform that are on or off. */
export const FLAGS = ['requiresEndUserTerms', 'isRegulatedFinancialInstitution', 'allowsMoneyDuringReview'] as const;
export type Flag = (typeof FLAGS)[number];

export const FLAG_LABELS: Readonly<Record<Flag, string>> = {
  requiresEndUserTerms: 'Customers move money only after accepting the end-user terms',
  isRegulatedFinancialInstitution: 'The platform is a regulated financial institution',
  allowsMoneyDuringReview: 'Customers may move money while a change of their identity is under review',
};

/** The same settings in a list of facts. */
export const FLAG_NAMES: Readonly<Record<Flag, string>> = {
  requiresEndUserTerms: 'End-user terms required',
  isRegulatedFinancialInstitution: 'Regulated institution',
  allowsMoneyDuringReview: 'Money during a review',
};

export const flagField: ConsoleField = {
  name: 'flags',
  label: 'Settings',
  many: true,
  choices: FLAGS.map((flag) => [flag, FLAG_LABELS[flag]]),
};

export const flagsOf = (chosen: readonly Flag[]): Readonly<Record<Flag, boolean>> => ({
  requiresEndUserTerms: chosen.includes('requiresEndUserTerms'),
  isRegulatedFinancialInstitution: chosen.includes('isRegulatedFinancialInstitution'),
  allowsMoneyDuringReview: chosen.includes('allowsMoneyDuringReview'),
});

export const chosenFlags = (platform: Platform): readonly Flag[] => FLAGS.filter((flag) => platform[flag]);

import type { Field, Fields } from '@corridor/core';
import type { Platform } from '@corridor/core/records';
import type { ConsoleField } from '../kit/fields.js';

/** Settings of a platform that are on or off. */
export const FLAGS = ['requiresEndUserTerms', 'isRegulatedFinancialInstitution', 'allowsMoneyDuringReview'] as const;
export type Flag = (typeof FLAGS)[number];

/** The same settings in a list of facts. */
export const FLAG_NAMES: Readonly<Record<Flag, string>> = {
  requiresEndUserTerms: 'End-user terms required',
  isRegulatedFinancialInstitution: 'Regulated institution',
  allowsMoneyDuringReview: 'Money during a review',
};

/** A box for each setting, with the statement that the action declares for it. */
export const flagField = (fields: Fields): ConsoleField => ({
  name: 'flags',
  label: 'Settings',
  many: true,
  choices: FLAGS.map((flag) => [flag, statementOf(fields[flag])]),
});

const statementOf = (field: Field | undefined): string => (field?.kind === 'flag' ? field.statement : '');

export const flagsOf = (chosen: readonly Flag[]): Readonly<Record<Flag, boolean>> => ({
  requiresEndUserTerms: chosen.includes('requiresEndUserTerms'),
  isRegulatedFinancialInstitution: chosen.includes('isRegulatedFinancialInstitution'),
  allowsMoneyDuringReview: chosen.includes('allowsMoneyDuringReview'),
});

export const chosenFlags = (platform: Platform): readonly Flag[] => FLAGS.filter((flag) => platform[flag]);

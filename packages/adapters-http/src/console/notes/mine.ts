import type { Core, Page, PageRequest, Result } from '@corridor/core';
import type { Entered } from '../kit/entered.js';
import type { ConsoleField } from '../kit/fields.js';
import type { TenantVisit } from '../kit/visit.js';

/** The filter of a list by the operator who reads it. */
export const MINE = { name: 'mine', label: 'Looked after by', choices: [['yes', 'Me']], none: 'Anyone' } as const;

export const isMine = (entered: Entered): boolean => entered.optionalOneOf(MINE.name, ['yes']) === 'yes';

type Filter = Parameters<Core['operators']['notes']['payments']>[0];

/**
 * A page of what the operator looks after on the platform. It is found by the assignments, so a filter beside it is an
 * error: no record that it matches would be hidden without a word.
 */
export async function readMine<T>(
  { operator, place: { tenant } }: TenantVisit,
  entered: Entered,
  filters: readonly ConsoleField[],
  page: PageRequest,
  read: (filter: Filter) => Promise<Result<Page<T>>>,
): Promise<Result<Page<T>>> {
  const isOther = ({ name, byDefault }: ConsoleField): boolean =>
    name !== MINE.name && (entered.optionalText(name) ?? byDefault) !== byDefault;
  if (filters.some(isOther)) entered.fail(MINE.name, 'must be chosen without other filters');
  const alone = entered.result(() => ({ operatorId: operator.id, within: (of: string) => of === tenant, ...page }));
  return alone.ok ? read(alone.value) : alone;
}

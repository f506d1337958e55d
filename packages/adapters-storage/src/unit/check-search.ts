import { Bug, type SearchQuery } from '@corridor/core/ports';
import type { CheckedSearch, CheckedSought } from '../schema/checked-queries.js';
import { keyOf, type Table } from '../schema/tables.js';

const hasNul = (text: string): boolean => text.includes('\0');

/** The checked search, without alternatives that find nothing: no row contains text with U+0000. */
export function checkSearch(table: Table, query: SearchQuery<unknown>): CheckedSearch {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1)
    throw new Bug(`the limit of a search must be a positive integer, not ${query.limit}`);
  return {
    anyOf: query.anyOf.flatMap((sought) => checked(table, sought as SearchQuery<never>['anyOf'][number])),
    tenants: [...new Set(query.tenants)],
    limit: query.limit,
  };
}

function checked(table: Table, sought: SearchQuery<never>['anyOf'][number]): readonly CheckedSought[] {
  const { kind } = table;
  switch (sought.by) {
    case 'id':
      return hasNul(sought.from + sought.to) ? [] : [sought];
    case 'filter':
      if (!kind.filters.includes(sought.column)) throw new Bug(`${table.name} has no filter ${sought.column}`);
      return hasNul(sought.value) ? [] : [{ by: 'filter', field: sought.column, value: sought.value }];
    case 'key': {
      const named = keyOf(table, sought.key).fields.filter((field) => field !== 'tenant').length;
      if (sought.values.length !== named) throw new Bug(`${table.name}.${sought.key} has ${named} columns`);
      return sought.values.some(hasNul) ? [] : [sought];
    }
    case 'amount': {
      const pair = kind.amounts.find(({ amount }) => amount === sought.column);
      if (pair === undefined) throw new Bug(`${table.name} has no search by ${String(sought.column)}`);
      if (hasNul(sought.currency)) return [];
      const { amount, currency } = sought;
      return [{ by: 'amount', field: pair.amount, currencyField: pair.currency, currency, amount }];
    }
    case 'terms':
      if (sought.prefixes.length === 0 || sought.prefixes.includes(''))
        throw new Bug('a search by terms needs the beginning of a term');
      return sought.prefixes.some(hasNul) ? [] : [sought];
  }
}

import type { ListQuery } from '@corridor/core/ports';
import type { Value } from './values.js';

/** A list query that was checked against the declaration: its columns exist and its filters are declared. */
export interface CheckedList {
  readonly where: readonly { readonly field: string; readonly value: Value }[];
  readonly anyOf: ListQuery<unknown>['anyOf'];
  readonly ofAmount: ListQuery<unknown>['ofAmount'];
  readonly between: readonly {
    readonly field: string;
    readonly from: number | undefined;
    readonly to: number | undefined;
  }[];
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after: ListQuery<unknown>['after'];
  readonly counted: boolean;
}

export interface CheckedFollow {
  readonly after: number;
  readonly upTo: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly by: { readonly field: string; readonly value: string } | null;
}

export interface CheckedSum {
  readonly field: string;
  readonly by: string;
  readonly value: string;
  readonly after: number;
  readonly upTo: number | null;
}

export type CheckedSought =
  | { readonly by: 'id'; readonly from: string; readonly to: string }
  | { readonly by: 'filter'; readonly field: string; readonly value: string }
  | { readonly by: 'key'; readonly key: string; readonly values: readonly string[] }
  | {
      readonly by: 'amount';
      readonly field: string;
      readonly currencyField: string;
      readonly currency: string;
      readonly amount: bigint;
    }
  | { readonly by: 'terms'; readonly prefixes: readonly string[] };

export interface CheckedSearch {
  readonly anyOf: readonly CheckedSought[];
  readonly tenants: readonly string[];
  readonly limit: number;
}

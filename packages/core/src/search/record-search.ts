import {
  type Context,
  type IdSource,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Caller, recordRead } from '../operators/index.js';
import { maskedText } from './asked.js';

/** A search for persons in a list of a platform. */
export interface ListSearch {
  /** Such as `customers.search`. */
  readonly action: string;
  /** What each field asks for; the log has it without its words and numbers. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Writes into the operator log that a list of a platform is searched for persons, with the masked text of a search
 * (docs/areas/operators.md#search). Each search is an entry. 404 REFERENCE_NOT_FOUND outside the platforms of the
 * operator; FORBIDDEN without access.
 */
export const recordSearch = ({
  units,
  ids,
  context,
}: {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly context: (tenant: TenantKey, requestId: string) => Context;
}) => {
  const record = recordRead({ units, ids });
  return (caller: Caller, tenant: TenantKey, { action, fields }: ListSearch): Promise<Result<void>> => {
    const input = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, maskedText(text)]));
    return record(context(tenant, caller.requestId), caller, {
      action,
      subject: splitTenant(tenant).platformId,
      input,
    });
  };
};

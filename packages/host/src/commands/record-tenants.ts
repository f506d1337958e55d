import type { Core, TenantKey } from '@corridor/core';
import { CommandError } from '../kernel/errors.js';

// The tenants of the records that actions are about.

/** The tenant of the verification or owner. */
export async function tenantOfReview({ operators }: Core, id: string): Promise<TenantKey> {
  const tenant = await operators.reads.tenantOfReview(id);
  if (tenant !== null) return tenant;
  throw new CommandError(`--id: no verification or beneficial owner ${id} exists; list them with corridor kyc list`);
}

export async function tenantOfNoted({ operators }: Core, id: string): Promise<TenantKey> {
  const tenant = await operators.reads.tenantOfNoted(id);
  if (tenant !== null) return tenant;
  throw new CommandError(`--id: no exception, payment, customer or case ${id} exists`);
}

export async function tenantOfNumbers({ operators }: Core, id: string): Promise<TenantKey> {
  const tenant = await operators.reads.tenantOfNumbers(id);
  if (tenant !== null) return tenant;
  throw new CommandError(`--id: no customer, beneficial owner or document ${id} exists`);
}

export async function tenantOfReset({ operators }: Core, id: string): Promise<TenantKey> {
  const tenant = await operators.reads.tenantOfReset(id);
  if (tenant !== null) return tenant;
  throw new CommandError(`--id: no factor reset ${id} exists; list them with corridor sca list`);
}

export async function tenantOfSafeguardingReport({ safeguarding }: Core, id: string): Promise<TenantKey> {
  const report = await safeguarding.get(id);
  if (report.ok) return report.value.tenant;
  throw new CommandError(`--id: no safeguarding report ${id} exists; list them with corridor safeguarding reports`);
}

export async function tenantOfOutsidePayment({ operators }: Core, id: string): Promise<TenantKey> {
  const payment = await operators.reads.outsidePayment(id);
  if (payment !== null) return payment.tenant;
  throw new CommandError(`--id: no outside payment ${id} exists; corridor audit prints the unconfirmed ones`);
}

export async function tenantOfScreening({ operators }: Core, id: string): Promise<TenantKey> {
  const screening = await operators.screening.get(id);
  if (screening !== null) return screening.tenant;
  throw new CommandError(`--id: no screening ${id} exists; list them with corridor screening list`);
}

export async function tenantOfCase({ operators }: Core, id: string): Promise<TenantKey> {
  const found = await operators.screening.cases.get(id);
  if (found !== null) return found.case.tenant;
  throw new CommandError(`--id: no case ${id} exists; list them with corridor cases list`);
}

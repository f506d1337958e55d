import type { Core, TenantKey } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  OUTSIDE_PAYMENTS,
  SCA_RESETS,
  type Verification,
  VERIFICATIONS,
} from '@corridor/core/records';
import { CommandError } from '../kernel/errors.js';

// The tenants of the records that actions are about.

/** The tenant of the verification or owner. */
export async function tenantOfReview(core: Core, id: string): Promise<TenantKey> {
  const kind = isId('Verification', id) ? VERIFICATIONS : isId('BeneficialOwner', id) ? BENEFICIAL_OWNERS : null;
  for (const platform of kind === null ? [] : await core.platforms.listTenants()) {
    const record = await core.units.read(platform.id, (reads) =>
      reads.get<Verification | BeneficialOwner>(kind as never, id),
    );
    if (record !== null) return platform.id;
  }
  throw new CommandError(`--id: no verification or beneficial owner ${id} exists; list them with corridor kyc list`);
}

export async function tenantOfReset(core: Core, id: string): Promise<TenantKey> {
  for (const platform of isId('ScaReset', id) ? await core.platforms.listTenants() : []) {
    if ((await core.units.read(platform.id, (reads) => reads.get(SCA_RESETS, id))) !== null) return platform.id;
  }
  throw new CommandError(`--id: no factor reset ${id} exists; list them with corridor sca list`);
}

export async function tenantOfOutsidePayment(core: Core, id: string): Promise<TenantKey> {
  const payment = isId('OutsidePayment', id)
    ? await core.units.read(null, (reads) => reads.get(OUTSIDE_PAYMENTS, id))
    : null;
  if (payment === null)
    throw new CommandError(`--id: no outside payment ${id} exists; corridor audit prints the unconfirmed ones`);
  return payment.tenant;
}

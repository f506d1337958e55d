import { hasRole, ok } from '@corridor/core';
import { exportParts } from '@corridor/core/internal';
import { button, type Content } from '../kit/components.js';
import { type Route, tenantFile } from '../kit/route.js';
import { streamOf } from '../kit/stream-of.js';
import type { TenantVisit } from '../kit/visit.js';
import { customerParams } from './customer.js';

const ROLE = 'OPERATOR';

/** The link to the data of the customer, for those who may give them to the person. */
export const exportLink = (visit: TenantVisit, path: string): Content =>
  hasRole(visit.role, ROLE) ? button(`${path}/export.json`, 'Download all data of the customer', 'quiet') : '';

/** All data of a customer as the customer may have them. The download is in the log before anything is sent. */
export const customerExport: Route = tenantFile({
  path: '/customers/{id}/export.json',
  title: 'Data of the customer as JSON',
  section: 'Customers',
  params: customerParams,
  role: ROLE,
  async send({ core, caller, place, params }) {
    const request = { customerId: params.id, audience: 'PERSON', caseReference: null } as const;
    const exported = await core.operators.personalData.exportCustomer(caller, place.tenant, request);
    if (!exported.ok) return exported;
    const name = `customer-${params.id.slice(-12)}.json`;
    return ok({ type: 'application/json; charset=utf-8', name, body: streamOf(exportParts(exported.value)) });
  },
});

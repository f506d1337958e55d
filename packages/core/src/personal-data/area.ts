import { type ExportCase, exportCase } from './export-case.js';
import { customerExport, type ExportCustomer, type PersonalDataPorts } from './export-customer.js';

/** Answers for persons whose data are stored (docs/operate/personal-data.md). */
export interface PersonalDataArea {
  /**
   * The data of one customer, also of a deleted one: for the customer without what operators write and decide and with
   * other persons masked (role OPERATOR), or for an authority with all (role ADMIN). The export is in the operator log
   * before anything is read.
   *
   * 404 REFERENCE_NOT_FOUND for an unknown customer and outside the platforms of the operator; 403 FORBIDDEN; 400
   * INVALID_INPUT for a missing, a superfluous or a long case.
   */
  readonly exportCustomer: ExportCustomer;
  /**
   * A case with its screenings, payments, notes and customers, for a report to an authority (role ADMIN). The export of the
   * case and that of each customer are in the operator log before they are read.
   *
   * 404 REFERENCE_NOT_FOUND for an unknown case and outside the platforms of the operator; 403 FORBIDDEN; 400 INVALID_INPUT
   * for a missing or a long case of the authority.
   */
  readonly exportCase: ExportCase;
}

export function personalDataArea(ports: PersonalDataPorts): PersonalDataArea {
  const exportCustomer = customerExport(ports);
  return { exportCustomer, exportCase: exportCase(ports, exportCustomer) };
}

export {
  listVouchers,
  type ExportedVoucher,
  type VouchersArea,
  vouchersArea,
  type VouchersExportRequest,
} from './area.js';
export { eraseMonths } from './erase-months.js';
export { hasVouchers, inspectVouchers } from './inspect-vouchers.js';
export { createRailVouchers, type VoucherPorts } from './keep-voucher.js';
export type { VoucherCipher } from './ports.js';
export { monthIn, type Voucher, VOUCHER_MONTHS, type VoucherMonth, VOUCHERS } from './voucher.js';

import { paymentTable } from '../payments/payment-table.js';

export const table = paymentTable;

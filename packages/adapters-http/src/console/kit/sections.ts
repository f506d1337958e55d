/** The sections of the navigation, in its order. */
export const SECTIONS = [
  'Overview',
  'Payments',
  'Customers',
  'Review',
  'Exceptions',
  'Reconciliation',
  'Rails',
  'Webhooks',
  'Ledger',
  'Sandbox',
  'Platforms',
  'Approvals',
  'Operators',
  'Log',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The sections of the navigation, in its order. The search is in the header instead. */
export const SECTIONS = [
  'Overview',
  'Payments',
  'Customers',
  'Review',
  'Exceptions',
  'Screening',
  'Reconciliation',
  'Rails',
  'Webhooks',
  'Ledger',
  'Sandbox',
  'Platforms',
  'Approvals',
  'Operators',
  'Log',
  'Search',
] as const;
export type Section = (typeof SECTIONS)[number];

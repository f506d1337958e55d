import type { Claim, Known, Reading } from '../bank-files/incoming/identity.js';
import type { Movement, MovementIds } from '../bank-files/incoming/movement.js';
import { SEPA_CREDIT } from './bank-reports.js';

export const NO_IDS: MovementIds = {
  servicer: [],
  transactionId: null,
  uetr: null,
  endToEndId: null,
  instructionId: null,
};
export const ids = (over: Partial<MovementIds> = {}): MovementIds => ({ ...NO_IDS, ...over });

export const movement = (over: Partial<Movement> = {}): Movement => ({
  part: 'payment',
  direction: 'IN',
  amount: 500n,
  isReversal: false,
  date: '2026-01-05',
  valueDate: null,
  ids: NO_IDS,
  groups: [],
  batches: [],
  codes: [SEPA_CREDIT],
  returned: null,
  counterparty: { name: null, account: null },
  texts: ['Rent'],
  information: null,
  ...over,
});
export const withIds = (over: Partial<MovementIds>, rest: Partial<Movement> = {}) =>
  movement({ ids: ids(over), ...rest });
export const paidBy = (account: string | null, rest: Partial<Movement> = {}) =>
  movement({ counterparty: { name: null, account }, ...rest });

export const claim = (report: string, over: Partial<MovementIds> = {}): Claim => {
  const { servicer, transactionId, uetr } = ids(over);
  return { report, ids: { servicer, transactionId, uetr } };
};
export const known = (over: Partial<Known> = {}): Known => ({
  key: 'k',
  date: '2026-01-05',
  ids: NO_IDS,
  wording: { counterparty: { name: null, account: null }, texts: [], codes: [] },
  batches: [],
  isDetail: false,
  groups: [],
  claims: {},
  parts: [],
  ...over,
});

export const knownOf = (account: string | null) =>
  known({ wording: { counterparty: { name: null, account }, texts: [], codes: [] } });

export const STATEMENT: Reading = { stream: 'statement', report: 'now', isCopy: false, isNext: false };
export const INTRADAY: Reading = { ...STATEMENT, stream: 'camt.052' };

import type { WithdrawalEstimate } from '@corridor/core';
import { integer, type Wire } from '../../kit/wire.js';
import type { estimateResponse } from './schemas.js';

export const serializeEstimate = (estimate: WithdrawalEstimate): Wire<typeof estimateResponse> => ({
  networkFee: integer(estimate.networkFee),
  networkFeeAsset: estimate.networkFeeAsset,
  applicationFee: integer(estimate.applicationFee),
  totalFee: integer(estimate.totalFee),
  netAmount: integer(estimate.netAmount),
});

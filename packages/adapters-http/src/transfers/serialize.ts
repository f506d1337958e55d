import type { WithdrawalEstimate } from '@corridor/core';
import { integer } from '../app/wire.js';

export const serializeEstimate = (estimate: WithdrawalEstimate): object => ({
  networkFee: integer(estimate.networkFee),
  networkFeeAsset: estimate.networkFeeAsset,
  applicationFee: integer(estimate.applicationFee),
  totalFee: integer(estimate.totalFee),
  netAmount: integer(estimate.netAmount),
});

import {
  type Instant,
  type PayoutInstruction,
  type PayoutStatus,
  primaryIdentifier,
  type SandboxSuffix,
  sandboxSuffix,
} from '@corridor/core';

type Delivered = Extract<PayoutStatus, { readonly state: 'delivered' }>;
type Failed = Extract<PayoutStatus, { readonly state: 'failed' }>;

/** What a delivery has come to `after` so many seconds. */
interface Step {
  readonly after: number;
  readonly is: 'pending' | 'delivered' | 'returned' | Failed;
}

const failed = (of: Partial<Omit<Failed, 'state'>>): readonly Step[] => [
  {
    after: 0,
    is: {
      state: 'failed',
      reason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'TRANSACTION_FAILED',
      refundable: true,
      ...of,
    },
  },
];

const SUCCEEDS: readonly Step[] = [{ after: 0, is: 'delivered' }];

/** The magic endings of the destination's primary identifier (behaviour, "Sandbox"). */
const SCRIPTS: Readonly<Partial<Record<SandboxSuffix, readonly Step[]>>> = {
  '002': failed({}),
  '003': [
    { after: 0, is: 'pending' },
    { after: 360, is: 'delivered' },
  ],
  '004': failed({ reason: 'ACCOUNT_CANNOT_RECEIVE' }),
  '005': [
    { after: 0, is: 'delivered' },
    { after: 30, is: 'returned' },
  ],
  '006': failed({ refundReason: 'USER_CANCELLATION' }),
  '007': failed({ refundable: false }),
};

/**
 * How a delivery stands at `now`: a function of the instruction and the time that has passed since it was submitted,
 * so that any host can settle what another submitted, and asking twice changes nothing.
 */
export function outcomeAt(
  instruction: PayoutInstruction,
  now: Instant,
  onChainTransaction: Delivered['onChainTransaction'],
): PayoutStatus {
  const suffix = sandboxSuffix(primaryIdentifier(instruction.account));
  const script = (suffix === null ? null : SCRIPTS[suffix]) ?? SUCCEEDS;
  // A clock that was set back must not undo the submission.
  const elapsed = Math.max(0, now - instruction.submittedAt) / 1000;
  const { is } = script.findLast((step) => step.after <= elapsed)!;
  const following = script.find((step) => step.after > elapsed);
  const rest = following === undefined ? null : Math.ceil(following.after - elapsed);
  if (typeof is !== 'string') return is;
  if (is === 'returned') return { state: 'returned' };
  if (is === 'delivered') return { state: 'delivered', onChainTransaction, checkAfterSeconds: rest };
  return { state: 'pending', checkAfterSeconds: rest! };
}

import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  Bug,
  type Id,
  type Instant,
  invalidFields,
  machine,
  newRecord,
  ok,
  type Reads,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Unit,
} from '../kernel/index.js';

export const BLOCK = machine('Block', 'status', ['ENDED'], [
  {
    from: null,
    on: 'block',
    to: 'BLOCKED',
    emits: null,
    why: 'an operator stops a customer, an external account or a platform, or a KYC provider a customer',
  },
  { from: 'BLOCKED', on: 'unblock', to: 'ENDED', emits: null, why: 'two operators end the block' },
] as const);
export type BlockStatus = StateOf<typeof BLOCK>;

/** Why operators stopped a customer, an external account or a platform. Its texts are for operators only: no answer, event or page for others has them. */
export interface Block extends BaseRecord {
  readonly id: Id<'Block'>;
  /** A customer, an external account, or the tenant key of a platform. */
  readonly subject: string;
  /**
   * The `payeeDigests` of an external account, in their order: the same account cannot be added again. The second and the
   * third are null for details with fewer ways to identify the account, all are null for other subjects.
   */
  readonly payee: string | null;
  readonly secondPayee: string | null;
  readonly thirdPayee: string | null;
  readonly status: BlockStatus;
  readonly reason: string;
  readonly caseReference: string;
  readonly notes: string | null;
  readonly tellPlatform: boolean;
  readonly blockedBy: string;
  readonly endReason: string | null;
  readonly endReference: string | null;
  readonly endedBy: string | null;
  readonly endApprovedBy: string | null;
  /** Tenant's time. */
  readonly endedAt: Instant | null;
}

export const BLOCKS = recordKind<Block>()({
  name: 'blocks',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    subject: 'text',
    payee: 'text?',
    secondPayee: 'text?',
    thirdPayee: 'text?',
    status: 'text',
    reason: 'text',
    caseReference: 'text',
    notes: 'text?',
    tellPlatform: 'flag',
    blockedBy: 'text',
    endReason: 'text?',
    endReference: 'text?',
    endedBy: 'text?',
    endApprovedBy: 'text?',
    endedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['subject', 'status', 'payee', 'secondPayee', 'thirdPayee'],
  immutable: [
    'subject',
    'payee',
    'secondPayee',
    'thirdPayee',
    'reason',
    'caseReference',
    'notes',
    'tellPlatform',
    'blockedBy',
  ],
});

/** The columns that have the digests of a blocked account, of which no type has more. */
export const PAYEE_COLUMNS = ['payee', 'secondPayee', 'thirdPayee'] as const;

/** The digests of a blocked account in their columns. */
export function payeeColumns(payees: readonly string[]): Pick<Block, (typeof PAYEE_COLUMNS)[number]> {
  if (payees.length > PAYEE_COLUMNS.length) throw new Bug(`an account outside has ${payees.length} identifiers`);
  const [payee = null, secondPayee = null, thirdPayee = null] = payees;
  return { payee, secondPayee, thirdPayee };
}

/** Why a block begins: texts for operators. */
export interface BlockTexts {
  readonly reason: string;
  readonly caseReference: string;
  readonly notes?: string | undefined;
}

/** A block of one record. */
export interface BlockRequest extends BlockTexts {
  readonly id: string;
  /** False: the platform gets no event, and the ordinary USER_NOT_READY. */
  readonly tellPlatform: boolean;
}

export type UnblockRequest = Pick<BlockRequest, 'id' | 'reason' | 'caseReference'>;

const LONGEST = { reason: 500, caseReference: 100, notes: 4000 } as const;

/** 400 INVALID_INPUT that names each text which is missing or too long. */
export function checkTexts(input: BlockTexts): Result<void> {
  const fields = (['reason', 'caseReference', 'notes'] as const).flatMap((field) => {
    const text = input[field];
    if (field === 'notes' && text === undefined) return [];
    const isValid = text !== undefined && text.trim() !== '' && text.length <= LONGEST[field];
    return isValid ? [] : [{ field, message: `must have 1 to ${LONGEST[field]} characters` }];
  });
  return fields.length === 0 ? ok() : invalidFields(fields);
}

/** Records a block of a subject that has none. */
export function openBlock(
  { tx, ctx, ids }: Unit,
  subject: string,
  request: Omit<BlockRequest, 'id'>,
  by: string,
  payees: readonly string[] = [],
): void {
  const { reason, caseReference, notes = null, tellPlatform } = request;
  tx.add(BLOCKS, {
    ...newRecord(ids.next('Block'), ctx),
    ...{
      subject,
      ...payeeColumns(payees),
      status: birth(BLOCK, 'block').to,
      reason,
      caseReference,
      notes,
      tellPlatform,
    },
    ...{ blockedBy: by, endReason: null, endReference: null, endedBy: null, endApprovedBy: null, endedAt: null },
  });
}

/** The block of a subject that has not ended; null if there is none. */
export async function lastingBlock(reads: Reads, subject: string): Promise<Block | null> {
  const { rows } = await reads.list(BLOCKS, {
    where: { subject, status: 'BLOCKED' },
    ...{ order: 'desc', limit: 1, counted: false },
  });
  return rows[0] ?? null;
}

/** Ends the block of a subject. */
export async function endBlock(
  { tx, ctx }: Pick<Unit, 'tx' | 'ctx'>,
  subject: string,
  { reason, caseReference }: BlockTexts,
  by: string,
  approvedBy: string | null,
): Promise<Result<void>> {
  const block = await lastingBlock(tx, subject);
  if (block === null) return ok();
  const ended = transition(tx, ctx, BLOCK, BLOCKS, block, 'unblock', {
    ...{ endReason: reason, endReference: caseReference },
    ...{ endedBy: by, endApprovedBy: approvedBy, endedAt: ctx.now },
  });
  return ended.ok ? ok() : ended;
}

import type { ExceptionRecord } from '../exceptions/index.js';
import type { Result } from '../kernel/index.js';
import type { ResolveException } from '../treasury/index.js';
import { addOperator } from './operators.js';
import { type PlayCore, valueOf } from './play-core.js';
import { operatorNamed } from './ports.js';

export type BlockedKind = 'customers' | 'external-accounts' | 'platforms';

/** Operators who stop customers, external accounts and platforms, and decide about what is held. */
export interface PlayBlocks {
  block(kind: BlockedKind, id: string, tellPlatform?: boolean): Promise<void>;
  unblock(kind: BlockedKind, id: string): Promise<void>;
  /** Cancels a payment as an operator: a blocked customer cannot. */
  cancel(transactionId: string): Promise<void>;
  resolve(input: ResolveException): Promise<Result<ExceptionRecord>>;
}

/** What operators write down about a block. Only operators may read it. */
export const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77', notes: 'listed on 2026-01-02' };

export async function playBlocks(play: PlayCore): Promise<PlayBlocks> {
  const { core, tenant, storage } = play;
  const ann = await addOperator(storage.units, 'Ann', 'APPROVER');
  const bob = await addOperator(storage.units, 'Bob', 'APPROVER');
  const { actions } = core.operators;
  const request = (action: `${BlockedKind}.${'block' | 'unblock'}`, id: string, fields: object) => {
    const input = { ...fields, ...(action.startsWith('platforms') ? {} : { id }) } as never;
    return actions.request(ann, { tenant, action, input });
  };
  return {
    async block(kind, id, tellPlatform = true) {
      valueOf(await request(`${kind}.block`, id, { ...TEXTS, tellPlatform }));
    },
    async unblock(kind, id) {
      const { reason, caseReference } = TEXTS;
      const waiting = valueOf(await request(`${kind}.unblock`, id, { reason, caseReference }));
      if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
      valueOf(await actions.approve(bob, tenant, waiting.awaiting));
    },
    async cancel(id) {
      valueOf(await actions.request(ann, { tenant, action: 'payments.cancel', input: { id } }));
    },
    resolve: (input) => play.run(core.treasury.resolve, { ...input, by: operatorNamed('Ann') }),
  };
}

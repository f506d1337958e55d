import type { Caller } from '../../operators/index.js';
import type { OperatorActions } from '../../service/actions/operator-actions.js';
import { addOperator } from '../operators.js';
import { type PlayCore, valueOf } from '../play-core.js';

const TEXTS = { reason: 'sanctions match', caseReference: 'CASE-77' };

export type Subject = 'customers' | 'external-accounts' | 'platforms';

/** The part of the input that names the record; a platform is the tenant of the action. */
const named = (subject: Subject, id: string) => (subject === 'platforms' ? {} : { id });

/** Two operators, who block and unblock records. */
export async function blocking({ core, tenant, storage }: PlayCore, texts: object = TEXTS) {
  const ann = await addOperator(storage.units, 'Ann', 'APPROVER');
  const bob = await addOperator(storage.units, 'Bob', 'APPROVER');
  const request = async (caller: Caller, action: keyof OperatorActions, input: object) =>
    valueOf(await core.operators.actions.request(caller, { tenant, action, input: input as never }));
  return {
    block: async (subject: Subject, ids: readonly string[], tellPlatform: boolean) => {
      for (const id of ids) await request(ann, `${subject}.block`, { ...named(subject, id), ...texts, tellPlatform });
    },
    unblock: async (subject: Subject, ids: readonly string[]) => {
      for (const id of ids) {
        const waiting = await request(ann, `${subject}.unblock`, { ...named(subject, id), ...TEXTS });
        if (waiting.kind !== 'awaiting') throw new Error(waiting.kind);
        valueOf(await core.operators.actions.approve(bob, tenant, waiting.awaiting));
      }
    },
  };
}

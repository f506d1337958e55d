import type { AuditRuns } from '../../audit/index.js';
import { type Clock, err, isHouse, ok, optional, rules, textField, type UnitOfWork } from '../../kernel/index.js';
import { rebuildCheckpoints } from '../../ledger/index.js';
import { operatorText, outsideAction, unitAction, saying } from '../../operators/index.js';

const AUDITED = {
  keptHead: optional(
    textField({
      label: 'Kept head of the chain of seals',
      hint: 'Optional. The field shows the head of the newest audit here; one that was kept elsewhere proves more.',
      maxLength: 64,
      rule: rules.text({ pattern: '^[0-9a-f]{64}$', expects: 'must have 64 characters 0-9 and a-f' }),
      option: {
        name: 'head',
        value: 'DIGEST',
        meaning: 'The head of the seal chain (signed hashes) from an earlier audit; must still be in the chain',
      },
    }),
  ),
};

export interface LedgerActionPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly audits: Pick<AuditRuns, 'request'>;
}

/** The actions about the journal of the whole database. */
export const ledgerActions = ({ units, clock, audits }: LedgerActionPorts) => ({
  'ledger.audit': unitAction({
    title: 'Audit the ledger',
    words: saying('Audit the ledger', () => 'Audit the whole ledger and its chain of seals'),
    role: 'OPERATOR',
    effects: [],
    input: AUDITED,
    plan: async () => ok({ subject: 'audit', before: null, moves: [] }),
    perform: async ({ tx, ctx }, input, { requestedBy }) => {
      const asked = await audits.request(tx, ctx, { ...input, requestedBy: operatorText(requestedBy) });
      return asked.ok ? ok({ output: asked.value, after: { id: asked.value.id } }) : asked;
    },
  }),
  /** Each checkpoint in a unit of its own, so that hosts may run meanwhile. Runs in a house tenant. */
  'ledger.rebuild-checkpoints': outsideAction({
    title: 'Rebuild the checkpoints of the ledger',
    words: saying('Rebuild the checkpoints', () => 'Rebuild the checkpoints of the ledger from its journal'),
    role: 'ADMIN',
    effects: [],
    byMasterKey: true,
    input: {},
    subject: () => 'checkpoints',
    async perform({ tenant }) {
      if (!isHouse(tenant)) return err('FORBIDDEN', 'checkpoints are rebuilt in a house tenant only');
      const output = await rebuildCheckpoints(units, clock);
      const wrong = output.filter(({ wasRight }) => !wasRight).length;
      return ok({ output, after: { rebuilt: output.length, wrong } });
    },
  }),
});

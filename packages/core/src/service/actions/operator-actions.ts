import type { CustomerAccounts } from '../../customers/index.js';
import type { Cards } from '../../cards/index.js';
import type { Events } from '../../events/index.js';
import type { Digest } from '../../kernel/index.js';
import type { Platforms } from '../../platforms/index.js';
import type { SafeguardingArea } from '../../safeguarding/index.js';
import type { DecisionPorts } from '../../screening/index.js';
import type { TransactionsArea } from '../../transactions/index.js';
import type { TreasuryArea } from '../../treasury/index.js';
import { type AccountActionPorts, accountActions } from './accounts.js';
import { agentActions } from './agents.js';
import { blockActions } from './blocks.js';
import { cardActions } from './cards.js';
import { disputeActions } from './disputes.js';
import { caseActions } from './cases.js';
import { erasingActions } from './erasing.js';
import { eventActions } from './events.js';
import { exceptionActions } from './exceptions.js';
import { holdActions } from './holds.js';
import { type LedgerActionPorts, ledgerActions } from './ledger.js';
import { limitActions } from './limits.js';
import { operatorChanges } from './operators.js';
import { noteActions } from './notes.js';
import { paymentActions } from './payments.js';
import { platformActions } from './platforms.js';
import { type RailActionPorts, railActions } from './rails.js';
import { type ReviewActionPorts, reviewActions } from './reviews.js';
import { safeguardingActions } from './safeguarding.js';
import { screeningActions } from './screening.js';
import { sandboxActions, type SandboxActionPorts } from './sandbox.js';
import { termsActions } from './terms.js';
import { tokenActions } from './tokens.js';
import { treasuryActions } from './treasury.js';
import { type UmaActionPorts, umaActions } from './uma.js';

export interface OperatorActionPorts
  extends
    AccountActionPorts,
    LedgerActionPorts,
    RailActionPorts,
    ReviewActionPorts,
    Omit<SandboxActionPorts, 'cards' | 'events' | 'uma'> {
  readonly agents: Parameters<typeof agentActions>[0];
  readonly cards: Parameters<typeof cardActions>[0] & Pick<Cards, 'disputes' | 'simulate'>;
  readonly customerAccounts: Pick<CustomerAccounts, 'markUnderReview'>;
  readonly digest: Digest;
  readonly erasure: Parameters<typeof erasingActions>[0];
  readonly events: Pick<Events, 'redeliver' | 'deliverNow' | 'redeliverPeriod' | 'test'>;
  readonly platforms: Platforms;
  readonly limits: Parameters<typeof limitActions>[0];
  readonly terms: Parameters<typeof termsActions>[0];
  readonly transactions: Pick<TransactionsArea, 'cancel'>;
  readonly safeguarding: Pick<SafeguardingArea, 'planSignOff' | 'signOff'>;
  readonly screening: DecisionPorts;
  readonly treasury: TreasuryArea;
  readonly uma: UmaActionPorts['uma'] & SandboxActionPorts['uma'];
}

/** Every action of operators: what the console and the command line can do (docs/areas/operators.md#actions). */
export const operatorActions = (ports: OperatorActionPorts) => ({
  ...blockActions(ports.customerAccounts, ports.digest),
  ...holdActions,
  ...erasingActions(ports.erasure),
  ...exceptionActions(ports.treasury),
  ...treasuryActions(ports.treasury),
  ...safeguardingActions(ports.safeguarding),
  ...accountActions(ports),
  ...agentActions(ports.agents),
  ...reviewActions(ports),
  ...ledgerActions(ports),
  ...paymentActions(ports.transactions),
  ...cardActions(ports.cards),
  ...disputeActions(ports.cards),
  ...eventActions(ports.events),
  ...platformActions(ports.platforms),
  ...tokenActions(ports.platforms),
  ...termsActions(ports.terms),
  ...limitActions(ports.limits),
  ...railActions(ports),
  ...umaActions(ports),
  ...noteActions,
  ...screeningActions(ports.screening),
  ...caseActions,
  ...operatorChanges,
  ...sandboxActions(ports),
});

export type OperatorActions = ReturnType<typeof operatorActions>;

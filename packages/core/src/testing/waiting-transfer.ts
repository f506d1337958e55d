import { instant, type TenantKey } from '../kernel/index.js';
import type { TravelRuleTransferRecord } from '../travel-rule/index.js';
import { sealParties } from '../travel-rule/travel-rule-transfer.js';
import { reversingSealer } from './ports.js';

const NO_PARTIES = {} as Parameters<typeof sealParties>[2];

/** A payment on a chain that waits for the answer of an institution, for lists; the payment itself does not exist. */
export function waitingTransfer(
  tenant: TenantKey,
  over: Partial<TravelRuleTransferRecord> = {},
): TravelRuleTransferRecord {
  const createdAt = instant(Date.UTC(2026, 0, 15));
  const payment = 'Transaction:018bcfe5-6800-7000-8000-0000000000b1';
  const parties = { status: 'ASKED', direction: 'OUT', connection: 'base', reference: payment, subject: payment };
  const record = {
    ...{ ...parties, customerId: null, hosting: 'HOSTED', institution: 'Example <b>Exchange</b>', network: 'BASE' },
    ...{ currency: 'USDC', amount: 1_250_000_000n, sealedParties: '', contentDigest: null, isProven: false },
    ...{ transactionHash: null, awaitedUntil: instant(createdAt + 86_400_000), answeredAt: null, answerReason: null },
    ...{ id: 'TravelRuleTransfer:018bcfe5-6800-7000-8000-0000000000b2', tenant, version: 1, createdAt },
    ...{ updatedAt: createdAt, ...over },
  } as unknown as TravelRuleTransferRecord;
  return { ...record, sealedParties: sealParties(reversingSealer, record.id, NO_PARTIES) };
}

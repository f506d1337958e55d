import { clearCard, type ClearPorts } from './clear.js';
import type { ApplyMessage } from './network-message.js';
import { returnCard } from './return-card.js';

/** A refund that belongs to no purchase has opened a use of its own: it is a credit, and every later one of it too. */
export function returnOrCredit(ports: ClearPorts): ApplyMessage {
  const credit = clearCard(ports);
  const giveBack = returnCard(ports);
  return (tx, ctx, use, telling) =>
    use.direction === 'CREDIT' && use.card.forced === true
      ? credit(tx, ctx, use, telling)
      : giveBack(tx, ctx, use, telling);
}

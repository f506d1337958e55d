import type { AddressScreening, Clock, Digest, RailLog, RailStore } from '@corridor/core/ports';
import type { EvmEntry } from '../entry.js';
import type { Address, EvmNodes } from '../nodes.js';
import type { Sender } from '../sending/create-sender.js';

export interface PayoutPorts {
  /** Name of the treasury's rail. */
  readonly rail: string;
  readonly entry: Pick<EvmEntry, 'network' | 'tokens' | 'pollSeconds'> & {
    readonly treasury: Pick<EvmEntry['treasury'], 'limits' | 'cold'>;
  };
  /** The address that pays. */
  readonly treasury: Address;
  readonly store: RailStore;
  readonly nodes: EvmNodes;
  readonly sender: Pick<Sender, 'add' | 'withdraw' | 'open' | 'unsigned'>;
  readonly screening: AddressScreening | null;
  /** Whether a deposit address of this service has the address. */
  readonly isDepositAddress: (address: Address) => Promise<boolean>;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: RailLog;
}

import type { RailRecords, RailStore } from '@corridor/core/ports';
import type { Address } from './nodes.js';
import { listAll, SIGNERS } from './sending/sending-records.js';
import type { EvmSigner } from './signer.js';
import { followedDeposits } from './treasury/followed-deposits.js';

const MOST_SIGNERS = 1000;

export interface DepositSignerPorts {
  readonly store: RailStore;
  /** The deposit addresses from which the treasury collects, with their indexes. */
  readonly sendingAddresses: (records: RailRecords) => Promise<ReadonlyMap<Address, number>>;
  readonly signerAt: (index: number) => EvmSigner;
}

/** The sender finds keys without I/O: those of deposit addresses that have to send, or have sent, and are not done. */
export function createDepositSigners({ store, sendingAddresses, signerAt }: DepositSignerPorts) {
  const signers = new Map<Address, EvmSigner>();

  async function load(): Promise<void> {
    const indexes = await store.read(async (records) => {
      const active = (await listAll(records, SIGNERS, 'ACTIVE', MOST_SIGNERS)).map(({ key }) => key as Address);
      const known = await followedDeposits.indexesOf(records, active);
      return new Map([...known, ...(await sendingAddresses(records))]);
    });
    for (const [address, index] of indexes) {
      if (!signers.has(address)) signers.set(address, signerAt(index));
    }
  }

  return { load, of: (address: Address): EvmSigner | null => signers.get(address) ?? null };
}

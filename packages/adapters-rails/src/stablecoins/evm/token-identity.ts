import { ok } from '@corridor/core';
import { RailEntryError, type RailStore } from '@corridor/core/ports';
import type { EvmNodes } from '../../evm/index.js';
import type { JsonRpcNodes } from '../../evm/json-rpc-nodes.js';
import type { EvmIssuerEntry } from './entry.js';
import { DECIMALS_CALL } from './token-contract.js';

const IDENTITY = 'identity';

/** The orders and events of a name belong to one token. Throws a `RailEntryError` if the name has got another. */
async function refuseOtherToken(store: RailStore, token: string): Promise<void> {
  const known = await store.read((records) => records.get(IDENTITY, IDENTITY));
  if (known !== null && known.value !== token)
    throw new RailEntryError(
      'token.address',
      `is another token than ${String(known.value)}, which this name stands for`,
    );
}

async function keepToken(store: RailStore, token: string): Promise<void> {
  await store.run(async (records) => {
    records.add({ collection: IDENTITY, key: IDENTITY, value: token }, { unlessExists: true });
    return ok();
  });
  await refuseOtherToken(store, token);
}

/** Amounts are wrong by powers of ten if the decimals are: nothing is sent before the chain has confirmed the entry. */
export async function confirmToken(
  { store, nodes }: { readonly store: RailStore; readonly nodes: EvmNodes & Pick<JsonRpcNodes, 'verifyChain'> },
  { token, chainId }: Pick<EvmIssuerEntry, 'token' | 'chainId'>,
): Promise<void> {
  const identity = `${token.address} on chain ${chainId}`;
  await refuseOtherToken(store, identity);
  await nodes.verifyChain();
  const head = await nodes.head();
  const answer = await nodes.call({ to: token.address, data: DECIMALS_CALL }, head.number);
  if (typeof answer !== 'string' || answer === '0x')
    throw new RailEntryError('token.address', `is not a token on chain ${chainId}`);
  const decimals = BigInt(answer);
  if (decimals !== BigInt(token.decimals))
    throw new RailEntryError('token.decimals', `must be ${decimals}, as the contract says`);
  // Only a token that is right is kept, so that a mistake at the first start can be corrected.
  await keepToken(store, identity);
}

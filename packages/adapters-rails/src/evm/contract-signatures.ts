import type { ContractSignatures } from '@corridor/core/ports';
import { type EvmNodes, type Hex, NoQuorum } from './nodes.js';

/** The answer of the validator: one byte. */
const ACCEPTED: Hex = '0x01';
/**
 * Code that creates a contract from the code behind it, and returns the first byte of the contract: 0 if there is none.
 * A hostile wallet can let the validator fail with a megabyte of data, which no node would be believed to send:
 *
 * CODESIZE − 25 bytes are copied to memory (CODECOPY) and run as a new contract (CREATE); one zero is stored (MSTORE),
 * the first byte of the contract's code is copied over it (EXTCODECOPY), and returned (RETURN).
 */
const ONE_BYTE_OF = '0x601938038060195f395f5ff05f5f5260015f5f833c60015ff3';
/** `ecrecover` returns it for an invalid signature, so the validator would accept any signature for it. */
const NO_ADDRESS = `0x${'0'.repeat(40)}`;

/**
 * Asks wallets by the universal validator of ERC-6492, which runs within the call and is not deployed. It creates a
 * wallet that does not exist yet, if the signature contains the call for it, and asks `isValidSignature` (ERC-1271).
 * Nothing of this stays on the chain.
 */
export const contractSignatures = (network: string, nodes: Pick<EvmNodes, 'head' | 'call'>): ContractSignatures => ({
  network,
  async judge({ address, hash, signature }) {
    if (address === NO_ADDRESS) return 'invalid';
    const { encodeDeployData, erc6492SignatureValidatorAbi, erc6492SignatureValidatorByteCode } = await import('viem');
    const data = encodeDeployData({
      abi: erc6492SignatureValidatorAbi,
      bytecode: erc6492SignatureValidatorByteCode,
      args: [address as Hex, hash as Hex, signature as Hex],
    });
    const code: Hex = `${ONE_BYTE_OF}${data.slice(2)}`;
    try {
      const { number } = await nodes.head();
      const answer = await nodes.call({ to: null, data: code }, number);
      return answer === ACCEPTED ? 'valid' : 'invalid';
    } catch (cause) {
      if (cause instanceof NoQuorum) return 'unknown';
      throw cause;
    }
  },
});

export interface ScreenedAddress {
  /** The network, such as `BASE`. */
  readonly network: string;
  /** As the network writes it; on an EVM network in any case. */
  readonly address: string;
  /** `OUT`: a payout is about to be signed. `IN`: a deposit of this sender is about to be credited. */
  readonly direction: 'IN' | 'OUT';
}

/**
 * Decides whether an address on a chain may send or receive money. It is asked by the rails of chains, before each payout
 * is signed and before each deposit is credited:
 *
 * - A payout to an address with a reason fails with `COMPLIANCE_REJECTED`.
 * - A deposit from an address with a reason is reported with `hold`, so that an operator decides about it.
 * - If `screen` throws, nothing is known: nothing is signed or credited until it answers.
 *
 * It may be asked any number of times about the same address, and may answer differently later.
 */
export interface AddressScreening {
  /** Why the address must not be paid or credited, at most 500 characters for the operator; null if it may. */
  screen(asked: ScreenedAddress): Promise<string | null>;
}

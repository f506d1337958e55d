import { type SealedPlace, sealedPlace, type Sealer } from '../kernel/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { WALLET_CREDENTIALS } from './credential.js';
import { DELEGATED_KEYS } from './delegated-key.js';
import { WALLETS } from './wallet.js';

/** What custody seals its handles for: it does not know yet which record will hold one. */
export const HELD_HANDLE: SealedPlace = { table: 'custody', row: 'any', column: 'handle' };

/** A handle of custody as the record keeps it, bound to its column. */
export const keepHandle = (sealer: Sealer, handle: string, place: SealedPlace): string =>
  sealer.seal(sealer.open(handle, HELD_HANDLE), place);

/** What custody is given of a handle that a record keeps. */
export const takeHandle = (sealer: Sealer, kept: string, place: SealedPlace): string =>
  sealer.seal(sealer.open(kept, place), HELD_HANDLE);

export const walletKeyOf = (id: string): SealedPlace => sealedPlace(WALLETS, id, 'keyHandle');
export const delegatedKeyOf = (id: string): SealedPlace => sealedPlace(DELEGATED_KEYS, id, 'keyHandle');
export const otpTargetOf = (id: string): SealedPlace => sealedPlace(WALLET_CREDENTIALS, id, 'otpTarget');
export const custodyKeyOf = (id: string): SealedPlace => sealedPlace(HOST_KEYS, id, 'sealedPrivateKey');

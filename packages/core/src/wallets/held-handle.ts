import { type SealedPlace, sealedPlace, type Sealer } from '../kernel/index.js';
import { HOST_KEYS } from '../platforms/index.js';
import { WALLET_CREDENTIALS } from './credential.js';
import { DELEGATED_KEYS } from './delegated-key.js';
import { WALLETS } from './wallet.js';

/**
 * The place to which custody binds a sealed handle, because custody does not know which record will store the handle.
 */
export const HELD_HANDLE: SealedPlace = { table: 'custody', row: 'any', column: 'handle' };

/** Seals a handle of custody for the column that stores it. */
export const keepHandle = (sealer: Sealer, handle: string, place: SealedPlace): string =>
  sealer.seal(sealer.open(handle, HELD_HANDLE), place);

/** Turns a stored handle back into the form that custody takes. */
export const takeHandle = (sealer: Sealer, kept: string, place: SealedPlace): string =>
  sealer.seal(sealer.open(kept, place), HELD_HANDLE);

export const walletKeyOf = (id: string): SealedPlace => sealedPlace(WALLETS, id, 'keyHandle');
export const delegatedKeyOf = (id: string): SealedPlace => sealedPlace(DELEGATED_KEYS, id, 'keyHandle');
export const otpTargetOf = (id: string): SealedPlace => sealedPlace(WALLET_CREDENTIALS, id, 'otpTarget');
export const custodyKeyOf = (id: string): SealedPlace => sealedPlace(HOST_KEYS, id, 'sealedPrivateKey');

// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// A contract that answers every call in a way that must not count as a signature.
contract HostileWallet {
    uint256 public immutable way;

    constructor(uint256 way_) {
        way = way_;
    }

    fallback() external payable {
        uint256 chosen = way;
        assembly {
            switch chosen
            // Uses up all gas.
            case 0 {
                for {} 1 {} {}
            }
            case 1 {
                invalid()
            }
            case 2 {
                revert(0, 0)
            }
            // Reverts with the word that means yes.
            case 3 {
                mstore(0, shl(224, 0x1626ba7e))
                revert(0, 32)
            }
            // As much data as the gas allows.
            case 4 {
                return(0, 1000000)
            }
            case 5 {
                revert(0, 1000000)
            }
            // The word that means yes in another place, too short, or as a number.
            case 6 {
                mstore(0, 0x1626ba7e)
                return(0, 32)
            }
            case 7 {
                mstore(0, shl(224, 0x1626ba7e))
                return(0, 4)
            }
            case 8 {
                mstore(0, 1)
                return(0, 32)
            }
            case 9 {
                mstore(0, not(0))
                return(0, 32)
            }
            // Nothing.
            case 10 {
                stop()
            }
            // Tries to end the call of the caller, too.
            case 11 {
                selfdestruct(caller())
            }
            // Calls the caller again and again.
            default {
                calldatacopy(0, 0, calldatasize())
                for {} 1 {} {
                    pop(call(gas(), address(), 0, 0, calldatasize(), 0, 0))
                }
            }
        }
    }
}

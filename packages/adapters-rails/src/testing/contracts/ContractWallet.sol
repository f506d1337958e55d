// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// A wallet whose owner signs for it (ERC-1271).
contract ContractWallet is IERC1271 {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer, ECDSA.RecoverError problem, ) = ECDSA.tryRecover(hash, signature);
        return
            problem == ECDSA.RecoverError.NoError && signer == owner
                ? IERC1271.isValidSignature.selector
                : bytes4(0xffffffff);
    }

    function execute(address to, uint256 value, bytes calldata data) external returns (bytes memory) {
        require(msg.sender == owner, "ContractWallet: caller is not the owner");
        (bool success, bytes memory result) = to.call{value: value}(data);
        require(success, "ContractWallet: call failed");
        return result;
    }
}

/// Deploys wallets at addresses that are known before (ERC-6492).
contract ContractWalletFactory {
    function create(address owner, bytes32 salt) external returns (address) {
        return address(new ContractWallet{salt: salt}(owner));
    }

    function addressOf(address owner, bytes32 salt) external view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(ContractWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, code)))));
    }
}

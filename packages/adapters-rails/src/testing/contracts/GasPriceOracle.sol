// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// The L1 data fee of OP-stack chains, whose oracle is at 0x420000000000000000000000000000000000000F: here a fixed price
/// for each byte. It has no constructor, so that its code works at any address.
contract GasPriceOracle {
    uint256 public weiPerByte;

    function setWeiPerByte(uint256 price) external {
        weiPerByte = price;
    }

    function getL1Fee(bytes calldata transaction) external view returns (uint256) {
        return transaction.length * weiPerByte;
    }

    function getL1FeeUpperBound(uint256 unsignedSize) external view returns (uint256) {
        return (unsignedSize + 68) * weiPerByte;
    }
}

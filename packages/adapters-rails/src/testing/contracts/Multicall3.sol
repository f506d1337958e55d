// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// The functions of Multicall3 (0xcA11bde05977b3631167028862bE2a173976CA11) that allow calls to fail. It has no
/// constructor and no storage, so that its code works at any address.
contract Multicall3 {
    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            Call3 calldata each = calls[i];
            (results[i].success, results[i].returnData) = each.target.call(each.callData);
            require(each.allowFailure || results[i].success, "Multicall3: call failed");
        }
    }

    function aggregate3Value(Call3Value[] calldata calls) external payable returns (Result[] memory results) {
        uint256 total = 0;
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            Call3Value calldata each = calls[i];
            total += each.value;
            (results[i].success, results[i].returnData) = each.target.call{value: each.value}(each.callData);
            require(each.allowFailure || results[i].success, "Multicall3: call failed");
        }
        require(msg.value == total, "Multicall3: value mismatch");
    }

    function getEthBalance(address account) external view returns (uint256) {
        return account.balance;
    }
}

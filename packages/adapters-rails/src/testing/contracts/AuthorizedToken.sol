// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// A stablecoin like USDC: authorizations with random nonces, minters with allowances, a pause and a blocklist. It
/// refuses with the texts of USDC.
contract AuthorizedToken is ERC20, ERC3009 {
    address public immutable masterMinter;
    uint8 private immutable _decimals;
    bool public paused;
    mapping(address account => bool) public isBlacklisted;
    mapping(address minter => uint256) public minterAllowance;
    mapping(address minter => bool) public isMinter;

    event Mint(address indexed minter, address indexed to, uint256 amount);
    event Burn(address indexed burner, uint256 amount);

    constructor(
        string memory name,
        string memory symbol,
        uint8 decimals_
    ) ERC20(name, symbol) EIP712(name, "2") {
        masterMinter = msg.sender;
        _decimals = decimals_;
    }

    modifier onlyMaster() {
        require(msg.sender == masterMinter, "FiatToken: caller is not the masterMinter");
        _;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function version() external pure returns (string memory) {
        return "2";
    }

    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    function configureMinter(address minter, uint256 allowance) external onlyMaster returns (bool) {
        isMinter[minter] = true;
        minterAllowance[minter] = allowance;
        return true;
    }

    function removeMinter(address minter) external onlyMaster returns (bool) {
        isMinter[minter] = false;
        minterAllowance[minter] = 0;
        return true;
    }

    /// The master mints without a limit, for the convenience of tests; minters within their allowance.
    function mint(address to, uint256 amount) external returns (bool) {
        if (msg.sender != masterMinter) {
            require(isMinter[msg.sender], "FiatToken: caller is not a minter");
            require(amount <= minterAllowance[msg.sender], "FiatToken: mint amount exceeds minterAllowance");
            minterAllowance[msg.sender] -= amount;
        }
        _mint(to, amount);
        emit Mint(msg.sender, to, amount);
        return true;
    }

    function burn(uint256 amount) external {
        require(
            msg.sender == masterMinter || isMinter[msg.sender],
            "FiatToken: caller is not a minter"
        );
        _burn(msg.sender, amount);
        emit Burn(msg.sender, amount);
    }

    function pause() external onlyMaster {
        paused = true;
    }

    function unpause() external onlyMaster {
        paused = false;
    }

    function blacklist(address account) external onlyMaster {
        isBlacklisted[account] = true;
    }

    function unBlacklist(address account) external onlyMaster {
        isBlacklisted[account] = false;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        require(
            !isBlacklisted[from] && !isBlacklisted[to] && !isBlacklisted[msg.sender],
            "Blacklistable: account is blacklisted"
        );
        super._update(from, to, value);
    }
}

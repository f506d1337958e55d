/** The optional packages of the protocol and its invoices; hosts that offer UMA install them. */
export const UMA_PACKAGES = '@uma-sdk/core@1.5.0 bolt11@1.4.1 eciesjs@0.4.18';

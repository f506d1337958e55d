/** What the protocol and its invoices are written with: those who offer UMA install it. */
export const UMA_PACKAGES = '@uma-sdk/core@1.5.0 bolt11@1.4.1 eciesjs@0.4.18';

export const serializeTransfer = 3;

const LABEL = '[a-z0-9]([a-z0-9-]*[a-z0-9])?';
/** LUD-16: a name with a restricted set of characters at an internet host. */
const LIGHTNING_ADDRESS = new RegExp(`^[a-z0-9._+-]+@(${LABEL}\\.)+${LABEL}(:\\d{1,5})?$`, 'i');

export const isLightningAddress = (text: string): boolean => LIGHTNING_ADDRESS.test(text);

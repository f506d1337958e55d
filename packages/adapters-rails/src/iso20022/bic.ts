/** A BIC in the form of ISO 9362:2014, whose first four characters are letters or digits. */
export const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/;

/** The form before 2014, which messages of that time demand. */
export const LETTERS_FIRST = /^[A-Z]{6}/;

/**
 * ISO 20022 external purpose codes for the platform's `purposeOfPayment`. ISO has no code for travel as such; its travel
 * codes are about single products.
 */
const PURPOSE_CODES: ReadonlyMap<string, string> = new Map([
  ['GIFT', 'GIFT'],
  ['SELF', 'INTP'],
  ['GOODS_OR_SERVICES', 'GDSV'],
  ['EDUCATION', 'EDUC'],
  ['HEALTH_OR_MEDICAL', 'MDCS'],
  ['REAL_ESTATE_PURCHASE', 'PCOM'],
  ['TAX_PAYMENT', 'TAXS'],
  ['LOAN_PAYMENT', 'LOAR'],
  ['UTILITY_BILL', 'UBIL'],
  ['DONATION', 'CHAR'],
  ['TRAVEL', 'OTHR'],
  ['FAMILY_SUPPORT', 'DEPD'],
  ['SALARY_PAYMENT', 'SALA'],
  ['OTHER', 'OTHR'],
]);

/** The purpose code of a `purposeOfPayment`; null for none and for a value that the table does not have. */
export const purposeCodeOf = (purposeOfPayment: string | null): string | null =>
  purposeOfPayment === null ? null : (PURPOSE_CODES.get(purposeOfPayment) ?? null);

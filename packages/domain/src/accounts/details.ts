/** The longest texts of an account's details, in characters. */
export const DETAILS_MAX = {
  name: 100,
  company_name: 200,
  street: 200,
  city: 100,
  postcode: 20,
  po_number: 60,
} as const;

/** A VAT identification number as authorities write it: letters and digits, the country's letters first. */
export const VAT_NUMBER = /^[A-Z0-9]{4,18}$/;

/** A typed VAT number without the spaces, dots and dashes that people put between its parts. */
export const plainVatNumber = (typed: string): string => typed.replaceAll(/[\s.-]/g, "").toUpperCase();

/** A month, `YYYY-MM`. */
export const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

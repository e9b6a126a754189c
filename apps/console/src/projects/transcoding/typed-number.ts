/** A number as it is typed: digits only, empty counts as 0 until it is checked. */
export const typedNumber = (text: string) => Number(text.replaceAll(/\D/g, "").slice(0, 6));

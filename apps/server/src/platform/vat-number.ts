import { checkVAT, countries } from "jsvat-next";

/** The formats of VAT numbers by country (ISO 3166-1 alpha-2). */
const FORMATS = new Map(countries.map((country) => [country.codes[0], country]));

/** Why a text cannot be a VAT number of a country, or null. Empty is none; numbers of countries whose format is unknown are taken. */
export function vatNumberProblem(number: string, country: string): string | null {
  const format = FORMATS.get(country);
  if (number === "" || !format) return null;
  const checked = checkVAT(number, [format]);
  const name = new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;
  return checked.isValidFormat ? null : `This is no VAT number of ${name}.`;
}

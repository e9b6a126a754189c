/** The bibliographic codes of ISO 639-2, which Matroska uses, and the terminologic ones that BCP 47 knows. */
const terminologic: Readonly<Record<string, string>> = {
  ...{ alb: "sqi", arm: "hye", baq: "eus", bur: "mya", chi: "zho", cze: "ces", dut: "nld", fre: "fra", geo: "kat" },
  ...{ ger: "deu", gre: "ell", ice: "isl", mac: "mkd", mao: "mri", may: "msa", per: "fas", rum: "ron", slo: "slk" },
  ...{ tib: "bod", wel: "cym" },
};

/** What says that nothing is known (ISO 639-2: undetermined, no linguistic content, not listed, several). */
const unknown = new Set(["", "und", "zxx", "mis", "mul"]);

/** A container's language as BCP 47 writes it (`eng` is `en`); null when it says none or nothing that is one. Pure. */
export function languageTag(said: string | undefined): string | null {
  const code = said?.trim().toLowerCase() ?? "";
  if (unknown.has(code) || !/^[a-z]{2,3}(?:-[a-z0-9-]{2,30})?$/.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(terminologic[code] ?? code)[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

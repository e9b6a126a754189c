/** The names that HTML gives the characters U+00A1 to U+00FF, in their order (HTML §13.5). */
const OF_LATIN_1 =
  "iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil " +
  "sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml " +
  "Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN " +
  "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde " +
  "ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/** Those of punctuation and letters beyond, which programs write into captions. */
const BEYOND = {
  ...{ quot: '"', QUOT: '"', apos: "'", lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„" },
  ...{ ndash: "–", mdash: "—", hellip: "…", bull: "•", euro: "€", trade: "™", lsaquo: "‹", rsaquo: "›", sung: "♪" },
  ...{ OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ", ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009" },
};

const NAMED = new Map([
  ...OF_LATIN_1.split(" ").map((name, at): [string, string] => [name, String.fromCodePoint(0xa1 + at)]),
  ...Object.entries(BEYOND),
]);

/** The character that HTML names so, of those that captions have; undefined for any other. Those of markup keep their names. Pure. */
export const characterNamed = (name: string): string | undefined => NAMED.get(name);

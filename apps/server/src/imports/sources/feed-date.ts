import { composed } from "@kinora/domain/composed.ts";

/** Minutes east of Greenwich of zones that feeds name and RFC 5322 (§4.3) does not; those it knows are known to `Date.parse`. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ WET: 0, WEST: 60, BST: 60, CET: 60, MET: 60, CEST: 120, MEST: 120, EET: 120, EEST: 180, MSK: 180, TRT: 180 },
  ...{ SGT: 480, HKT: 480, AWST: 480, JST: 540, KST: 540, AEST: 600, AEDT: 660, NZST: 720, NZDT: 780, BRT: -180 },
};

/** Names of months whose first letters are not those of the English ones, three or where these are not enough four, in German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS: Readonly<Record<string, string>> = {
  ...{ gen: "Jan", ene: "Jan", fév: "Feb", fev: "Feb", mär: "Mar", mrz: "Mar", mrt: "Mar", maa: "Mar", avr: "Apr" },
  ...{ abr: "Apr", mai: "May", mag: "May", mei: "May", maj: "May", giu: "Jun", lug: "Jul", aoû: "Aug", aou: "Aug" },
  ...{
    juin: "Jun",
    juil: "Jul",
    ago: "Aug",
    set: "Sep",
    okt: "Oct",
    ott: "Oct",
    out: "Oct",
    dez: "Dec",
    déc: "Dec",
    dic: "Dec",
  },
};

const DAY = /^(?:[\p{L}.]+\s*,?\s*)?(\d{1,2})\.?[\s-]+(\p{L}{3,})\.?[\s-]+(\d{2,4})\b(.*)$/su;

/**
 * The moment of an item as feeds write it: RFC 5322 as RSS wants it, ISO 8601 as Atom does, and what is near to them. One that
 * names no zone is in UTC. Null for what is none.
 */
export function feedDate(text: string): string | null {
  const [, day, month = "", year, rest = ""] = DAY.exec(composed(text.trim())) ?? [];
  const name = MONTHS[month.slice(0, 4).toLowerCase()] ?? MONTHS[month.slice(0, 3).toLowerCase()] ?? month;
  const written = day === undefined ? text.trim() : `${day} ${name} ${year}${rest}`;
  const [, local = written, zone = ""] = /^(.*\d)\s*\(?([A-Z]{3,4})\)?$/s.exec(written) ?? [];
  const minutes = ZONES[zone];
  const hasZone = minutes === undefined && /(?:[A-Z]|[+-]\d\d:?\d\d|[+-]\d)\)?$/i.test(written);
  const bare = minutes === undefined ? written : local;
  const spellings = hasZone ? [written] : [`${bare} UTC`, `${bare}Z`];
  const moment = spellings.map(Date.parse).find((one) => !Number.isNaN(one)) ?? Number.NaN;
  const at = new Date(moment - (minutes ?? 0) * 60_000);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

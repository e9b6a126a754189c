import { parseRange } from "./addresses.ts";

/** How a list of entries is applied: not at all, as the only ones allowed, or as the ones refused. */
export const RULE_MODES = ["all", "only", "block"] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** The rules of a restriction profile, as they are stored and sent. Every part that is off lets everyone pass. */
export interface RestrictionPolicy {
  /** Pages that may embed; `empty`: whether a request without a referrer passes. */
  referrers: { mode: RuleMode; entries: string[]; empty: boolean };
  /** ISO 3166-1 alpha-2 codes; `unknown`: whether an address of no known country passes. */
  countries: { mode: RuleMode; codes: string[]; unknown: boolean };
  /** Addresses and ranges in CIDR notation, IPv4 and IPv6. */
  addresses: { mode: RuleMode; ranges: string[] };
  /** Texts that a user agent contains, in any case. */
  agents: { mode: RuleMode; patterns: string[] };
  /** Whether a signed token is needed. */
  signed: boolean;
  /** Viewers at one time per token; null for any number. */
  sessions: number | null;
  /** Whether a password is needed. */
  password: boolean;
  /** Whether the segments of videos and livestreams are sent encrypted, with keys for those who pass. It refuses nobody. */
  encrypted: boolean;
}

/** Bounds of what a policy may hold. */
export const POLICY_LIMITS = {
  referrers: 100,
  countries: 260,
  addresses: 200,
  agents: 50,
  agentLetters: 100,
  sessions: 1_000,
} as const;

export const PROFILE_NAME_MAX = 60;
export const PROFILES_MAX = 50;
export const BLOCKED_MESSAGE_MAX = 200;
export const SIGNING_KEYS_MAX = 20;
export const PLAYBACK_PASSWORD = { min: 4, max: 100 } as const;

/** The policy that lets everyone pass. */
export const OPEN_POLICY: RestrictionPolicy = {
  referrers: { mode: "all", entries: [], empty: true },
  countries: { mode: "all", codes: [], unknown: true },
  addresses: { mode: "all", ranges: [] },
  agents: { mode: "all", patterns: [] },
  signed: false,
  sessions: null,
  password: false,
  encrypted: false,
};

/** Whether a policy refuses nobody, so that nothing needs to be decided. */
export const isOpen = ({ referrers, countries, addresses, agents, signed, password }: RestrictionPolicy): boolean =>
  [referrers, countries, addresses, agents].every(({ mode }) => mode === "all") && !signed && !password;

/** Why nobody can pass a policy; null when someone can. `activeKeys` is the number of signing keys that verify tokens. */
export function nobodyPasses(policy: RestrictionPolicy, activeKeys: number, allCountries: number): string | null {
  const { referrers, countries, addresses, agents, signed } = policy;
  if (referrers.mode === "only" && referrers.entries.length === 0 && !referrers.empty)
    return "No page is allowed. Add a domain or allow requests without a referrer.";
  if (countries.mode === "only" && countries.codes.length === 0 && !countries.unknown)
    return "No country is allowed. Add one or allow unknown countries.";
  if (countries.mode === "block" && countries.codes.length >= allCountries && !countries.unknown)
    return "Every country is blocked, and so are unknown ones.";
  if (addresses.mode === "only" && addresses.ranges.length === 0) return "No IP address is allowed. Add a range.";
  if (addresses.mode === "block" && blocksEverything(addresses.ranges)) return "Every IP address is blocked.";
  if (agents.mode === "only" && agents.patterns.length === 0) return "No app is allowed. Add a user agent.";
  if (signed && activeKeys === 0) return "Playback must be signed, but this project has no active signing key.";
  return null;
}

const blocksEverything = (ranges: readonly string[]): boolean =>
  ([4, 6] as const).every((family) =>
    ranges.some((text) => {
      const range = parseRange(text);
      return range?.family === family && range.bits === 0;
    }),
  );

export const PASSWORD_MINIMUM = 12;
export const PASSWORD_MAXIMUM = 200;
export const PASSWORD_GUESSABLE = "This password is easy to guess. A few unrelated words work well.";

/** Below this many bits a password falls to the first list a guesser tries; it is refused however long it is. */
const REFUSED_BITS = 14;

/** 0 is easy to guess, 4 holds for good. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

const COMMON = [
  "password",
  "passwort",
  "qwertyuiop",
  "qwerty",
  "qwertz",
  "asdfghjkl",
  "asdf",
  "zxcvbnm",
  "letmein",
  "welcome",
  "admin",
  "administrator",
  "iloveyou",
  "monkey",
  "dragon",
  "football",
  "baseball",
  "sunshine",
  "princess",
  "master",
  "shadow",
  "superman",
  "trustno1",
  "abc123",
  "secret",
  "login",
  "kinora",
  "video",
  "changeme",
  "default",
  "test",
];

const POOLS: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[^a-zA-Z0-9]/, 33],
];

/**
 * How hard a password is to guess, in bits, after what guessers try first is taken out: common words, what is known
 * about the person (`about`: their name, e-mail), repeated letters and rows such as 12345.
 */
export function passwordBits(password: string, about: readonly string[] = []): number {
  let rest = password.normalize("NFKC");
  const known = about.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3);
  // What is known of the person counts nothing, a common word as one letter.
  for (const word of known) rest = rest.replaceAll(new RegExp(word, "giu"), "");
  for (const word of COMMON) rest = rest.replaceAll(new RegExp(word, "gi"), "a");
  rest = rest.replaceAll(/(.+?)\1{1,}/gsu, "$1");
  const letters = Array.from(rest);
  const steps = letters.filter((letter, index) => {
    const before = letters[index - 1]?.codePointAt(0);
    const step = before === undefined ? Number.NaN : (letter.codePointAt(0) ?? 0) - before;
    return Math.abs(step) !== 1;
  });
  const pool = POOLS.reduce((sum, [pattern, size]) => (pattern.test(rest) ? sum + size : sum), 0);
  return steps.length * Math.log2(Math.max(pool, 2));
}

/** The strength a meter shows. */
export function passwordScore(password: string, about: readonly string[] = []): PasswordScore {
  const bits = passwordBits(password, about);
  if (Array.from(password).length < PASSWORD_MINIMUM || bits < 36) return 0;
  if (bits < 50) return 1;
  if (bits < 64) return 2;
  return bits < 80 ? 3 : 4;
}

/** Why a password cannot be taken, as one sentence; null when it can. */
export function passwordProblem(password: string, about: readonly string[] = []): string | null {
  const length = Array.from(password).length;
  if (length < PASSWORD_MINIMUM) return `Use at least ${PASSWORD_MINIMUM} characters.`;
  if (length > PASSWORD_MAXIMUM) return `Use at most ${PASSWORD_MAXIMUM} characters.`;
  if (passwordBits(password, about) < REFUSED_BITS) return PASSWORD_GUESSABLE;
  return null;
}

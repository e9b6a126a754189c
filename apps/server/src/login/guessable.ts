import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** zxcvbn's "safely unguessable": more guesses than an attacker with the stolen hashes makes (Wheeler 2016, §5). */
const ENOUGH_GUESSES_LOG10 = 10;
/** The check takes longer with every letter, and letters after these do not make a password weak. */
const LETTERS_READ = 40;
/** Ways to read digits as letters that are tried: with more, one check of a password full of them takes 0.4 s. */
const SUBSTITUTIONS = 10;

let loaded: Promise<ZxcvbnFactory> | undefined;

// 60 MB that only a process needs in which a password is chosen.
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  return new Factory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LETTERS_READ,
    l33tMaxSubstitutions: SUBSTITUTIONS,
  });
}

/**
 * Whether a password is among the leaked ones guessers try first, or a variation of one: the kept lists of zxcvbn-ts with
 * words, names, dates, rows of keys and letters replaced by digits. `about` is what is known of the person.
 */
export async function isGuessable(password: string, about: readonly string[]): Promise<boolean> {
  loaded ??= load();
  const checker = await loaded;
  const known = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length >= 3);
  const { guessesLog10 } = checker.check(password.normalize("NFKC"), ["kinora", ...known]);
  return guessesLog10 < ENOUGH_GUESSES_LOG10;
}

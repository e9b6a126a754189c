import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../platform/refusal.ts";

// RFC 9106 §4, second recommended option: argon2id (the library's default kind), 64 MiB, 3 passes.
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const AT_ONCE = 2;
const MAXIMUM_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

/** Each hash takes 64 MiB and a core: two at a time, the others wait their turn. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MAXIMUM_WAITING) {
    throw new Refusal("unavailable", "Too many people are signing in right now. Try again in a minute.", {
      retryAfterSeconds: 60,
    });
  }
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** The stored form of a password: an argon2id hash in PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), PARAMETERS));
}

let decoyHash: Promise<string> | undefined;

/**
 * Whether a password matches `passwordHash`. Without a hash it verifies against a decoy and returns false, so that the
 * time taken does not reveal which users exist.
 */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoyHash ??= hashPassword("the password of no user");
  const against = passwordHash ?? (await decoyHash);
  const matches = await inTurn(() => verify(against, password.normalize("NFKC")));
  return matches && passwordHash !== undefined;
}

/** Computes the decoy hash in advance, so that the first unknown email takes no longer than others. */
export async function warmUp(): Promise<void> {
  await passwordMatches(undefined, "");
}

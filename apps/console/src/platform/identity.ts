import { question, type Proof } from "./confirm.ts";

/*
 * Some calls want a recent proof that it is the person who sits there. Passwords, codes and passkeys are asked for by the login
 * application alone, in a window of its own: what is typed on this page stays, and the call is repeated afterwards.
 */

let waiting: Promise<boolean> | null = null;

/** Asks the person and waits: false when they would not. Calls that ask meanwhile get the same answer. */
export function proveIdentity(proof: Proof): Promise<boolean> {
  if (waiting) return waiting;
  question.get().answer(false);
  waiting = new Promise<boolean>((resolve) => {
    question.set({
      proof,
      answer(isProven) {
        question.set({ proof: null, answer: () => {} });
        waiting = null;
        resolve(isProven);
      },
    });
  });
  return waiting;
}

const CHANNEL = "kinora-identity";

/** Says to all pages of the console in this browser that the person confirmed their identity. */
export function announceProof(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("proven");
  channel.close();
}

/** Calls back at every proof, in whichever window it was; the answer ends that. */
export function onProof(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", listener);
  return () => channel.close();
}

/** The page of the login application that asks, and then leads to the page here that announces it. */
export function proofUrl(loginHost: string, asked: Proof): string {
  const url = new URL(`${loginHost}/confirm`);
  url.searchParams.set("redirect", `${location.origin}/confirmed`);
  if (asked === "factor") url.searchParams.set("factor", "1");
  return url.href;
}

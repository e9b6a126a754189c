import { useEffect } from "react";
import { go, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { useAnswer } from "./use-answer.ts";

const askStatus = () => login.getStatus(wayBack);

/** Where signing in leads and whether anyone may register. A person who is signed in is redirected at once. */
export function useStatus() {
  const { answer, problem } = useAnswer(askStatus);
  useEffect(() => {
    if (answer?.user) go(answer.next);
  }, [answer]);
  return { status: answer, problem };
}

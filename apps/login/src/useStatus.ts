import { useEffect } from "react";
import { go, wayBack } from "./address.ts";
import { login } from "./client.ts";
import { useAnswer } from "./useAnswer.ts";

const askStatus = () => login.getStatus(wayBack);

/** Where signing in leads and whether strangers may register; whoever is signed in already goes straight on. */
export function useStatus() {
  const { answer, problem } = useAnswer(askStatus);
  useEffect(() => {
    if (answer?.user) go(answer.next);
  }, [answer]);
  return { status: answer, problem };
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError } from "../platform/toasts.ts";

/** Reads a livestream's key when it is asked for, and says what went wrong. `work` answers whether it was done. */
export function useStreamKey(id: number) {
  const { t } = useTranslation("stream");
  const [working, setWorking] = useState(false);
  const work = async (call: () => Promise<boolean>, otherwise: string): Promise<boolean> => {
    setWorking(true);
    try {
      return await call();
    } catch (error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? otherwise);
      return false;
    } finally {
      setWorking(false);
    }
  };
  const read = () => api.streams.revealStreamKey({ id });
  const reveal = (show: (key: string) => void) =>
    work(async () => {
      show((await read()).key);
      return true;
    }, t("keyFailed"));
  const copyWithKey = (name: string, text: (key: string) => string) =>
    work(async () => copyText(name, text((await read()).key)), t("keyFailed"));
  return { working, work, reveal, copyWithKey };
}

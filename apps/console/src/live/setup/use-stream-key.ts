import { useState } from "react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";

/** Reads a livestream's key when it is asked for. Nothing is fetched again: the audit log alone is different afterwards. */
export function useStreamKey(id: number) {
  const { t } = useTranslation("stream");
  const [working, setWorking] = useState(false);
  /** True when the key was read and used. */
  const withKey = async (handle: (key: string) => boolean | Promise<boolean>): Promise<boolean> => {
    setWorking(true);
    try {
      return await handle((await api.streams.revealStreamKey({ id })).key);
    } catch (error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? t("keyFailed"));
      return false;
    } finally {
      setWorking(false);
    }
  };
  return {
    working,
    reveal: (show: (key: string) => void) =>
      withKey((key) => {
        show(key);
        return true;
      }),
    copyWithKey: (name: string, text: (key: string) => string) => withKey((key) => copyText(name, text(key))),
  };
}

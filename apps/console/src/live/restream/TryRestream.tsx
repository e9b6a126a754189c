import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";
import type { Restream } from "../queries.ts";

interface TryRestreamProps {
  streamId: number;
  /** Null for a new one; else its saved key is used while none is typed. */
  target: Restream | null;
  url: string;
  streamKey: string;
  /** Shows the server's messages at their fields; true when there is at least one. */
  onRefused: (fields: Record<string, string[]>) => boolean;
}

/** Tries whether a server takes a stream key, without sending it a picture. */
export function TryRestream({ streamId, target, url, streamKey, onRefused }: TryRestreamProps) {
  const { t } = useTranslation(["stream", "layout"]);
  const test = useMutation({
    mutationFn: () =>
      api.restreams.tryRestream({
        stream_id: streamId,
        ...(target === null ? {} : { id: target.id }),
        url,
        ...(target !== null && streamKey === "" ? {} : { key: streamKey }),
      }),
    onMutate: () => void onRefused({}),
    onError(error) {
      const { status, message, fields } = problemOf(error);
      // A 403 has had its notification already.
      if (!onRefused(fields) && status !== 403) toastError(message ?? t("layout:error"));
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
        {t("restreamTest")}
      </Button>
      <div role="status">
        {test.data?.accepted === true ? <p className="note">{t("restreamTestAccepted")}</p> : null}
        {test.data?.accepted === false ? (
          <p className="note problem">{t("restreamTestRefused", { detail: test.data.detail })}</p>
        ) : null}
      </div>
    </Stack>
  );
}

import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { rereadStream, type StreamDetail } from "./queries.ts";
import styles from "./Stream.module.css";

const MASK = "•".repeat(32);

/** A livestream's key: masked, shown and copied on request, changed after a question. It is kept nowhere but here. */
export function StreamKeyField({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "layout"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const [key, setKey] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const { id, project_id: projectId } = stream;

  const work = async (call: () => Promise<void>, otherwise: string) => {
    setWorking(true);
    try {
      await call();
    } catch (error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? otherwise);
    } finally {
      setWorking(false);
    }
  };
  const reveal = () => work(async () => setKey((await api.streams.revealStreamKey({ id })).key), t("keyFailed"));
  const copy = () =>
    work(async () => {
      await copyText(t("streamKey"), key ?? (await api.streams.revealStreamKey({ id })).key);
    }, t("keyFailed"));
  const rotate = async () => {
    const yes = await confirm({ title: t("rotateTitle"), text: t("rotateText"), yes: t("rotate"), danger: true });
    if (!yes) return;
    await work(async () => {
      toastSuccess((await api.streams.rotateStreamKey({ id })).message || t("layout:success"));
      setKey(null);
      await rereadStream(client, projectId, id);
    }, t("layout:error"));
  };

  const maySee = permissions.streams_key_view;
  return (
    <div className={styles["keyRow"]}>
      <TextInput
        label={t("streamKey")}
        description={maySee ? t("keyHint") : t("keyForbidden")}
        readOnly
        autoComplete="off"
        classNames={{ input: "mono" }}
        value={key ?? MASK}
        onFocus={(event) => key !== null && event.currentTarget.select()}
        rightSectionWidth={maySee ? 60 : 0}
        rightSection={
          maySee ? (
            <span className={styles["inline"]}>
              <TooltipLater label={key === null ? t("reveal") : t("hide")}>
                <ActionIcon
                  size={24}
                  disabled={working}
                  aria-label={key === null ? t("reveal") : t("hide")}
                  onClick={() => (key === null ? void reveal() : setKey(null))}
                >
                  {key === null ? <IconEye size={14} stroke={1.6} /> : <IconEyeOff size={14} stroke={1.6} />}
                </ActionIcon>
              </TooltipLater>
              <TooltipLater label={t("copyKey")}>
                <ActionIcon size={24} disabled={working} aria-label={t("copyKey")} onClick={() => void copy()}>
                  <IconCopy size={14} stroke={1.6} />
                </ActionIcon>
              </TooltipLater>
            </span>
          ) : null
        }
      />
      {permissions.streams_manage ? (
        <TooltipLater label={t("rotateHint")}>
          <Button
            variant="default"
            disabled={working}
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            onClick={() => void rotate()}
          >
            {t("rotate")}
          </Button>
        </TooltipLater>
      ) : null}
    </div>
  );
}

import { TooltipLater } from "@kinora/ui/TooltipLater.tsx";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { confirm } from "../platform/confirm.ts";
import { toastSuccess } from "../platform/toasts.ts";
import { rereadStream, type StreamDetail } from "./queries.ts";
import { useStreamKey } from "./useStreamKey.ts";
import styles from "./Stream.module.css";

/** Stands for a key that is not shown. */
export const MASK = "•".repeat(32);

/** A key while it is shown; null while it is not. */
export interface ShownKey {
  key: string | null;
  setKey: (key: string | null) => void;
}

/** A livestream's key: masked, shown and copied on request, changed after a question. It is kept nowhere but on this page. */
export function StreamKeyField({ stream, shownKey }: { stream: StreamDetail; shownKey: ShownKey }) {
  const { key, setKey } = shownKey;
  const { t } = useTranslation(["stream", "layout"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const { id, project_id: projectId } = stream;

  const { working, work, reveal, copyWithKey } = useStreamKey(id);
  const copy = () => (key === null ? copyWithKey(t("streamKey"), (one) => one) : copyText(t("streamKey"), key));
  const rotate = async () => {
    const yes = await confirm({ title: t("rotateTitle"), text: t("rotateText"), yes: t("rotate"), danger: true });
    if (!yes) return;
    await work(async () => {
      toastSuccess((await api.streams.rotateStreamKey({ id })).message || t("layout:success"));
      setKey(null);
      await rereadStream(client, projectId, id);
      return true;
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
                  onClick={() => (key === null ? void reveal(setKey) : setKey(null))}
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

import { Hint } from "@kinora/ui/kit/Hint.tsx";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { LIVE_KEY, type StreamDetail } from "../queries.ts";
import { useStreamKey } from "./use-stream-key.ts";
import styles from "../stream/Stream.module.css";

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
  const { t } = useTranslation("stream");
  const { permissions } = useViewer();
  const { id } = stream;

  const { working, reveal, copyWithKey } = useStreamKey(id);
  const copy = () => (key === null ? copyWithKey(t("streamKey"), (one) => one) : copyText(t("streamKey"), key));
  const maySee = permissions.streams_key_view;
  return (
    <TextInput
      label={t("streamKey")}
      description={maySee ? t("keyHint") : t("keyForbidden")}
      inputContainer={(input) => (
        <div className={styles["keyRow"]}>
          {input}
          {permissions.streams_manage ? <RotateKey streamId={id} onDone={() => setKey(null)} /> : null}
        </div>
      )}
      readOnly
      autoComplete="off"
      classNames={{ input: "mono" }}
      value={key ?? MASK}
      onFocus={(event) => key !== null && event.currentTarget.select()}
      rightSectionWidth={maySee ? 60 : 0}
      rightSection={
        maySee ? (
          <span className={styles["inline"]}>
            <Hint label={key === null ? t("reveal") : t("hide")}>
              <ActionIcon
                size={24}
                disabled={working}
                aria-label={key === null ? t("reveal") : t("hide")}
                onClick={() => (key === null ? void reveal(setKey) : setKey(null))}
              >
                {key === null ? <IconEye size={14} stroke={1.6} /> : <IconEyeOff size={14} stroke={1.6} />}
              </ActionIcon>
            </Hint>
            <Hint label={t("copyKey")}>
              <ActionIcon size={24} disabled={working} aria-label={t("copyKey")} onClick={() => void copy()}>
                <IconCopy size={14} stroke={1.6} />
              </ActionIcon>
            </Hint>
          </span>
        ) : null
      }
    />
  );
}

function RotateKey({ streamId, onDone }: { streamId: number; onDone: () => void }) {
  const { t } = useTranslation("stream");
  const rotation = useAction(() => api.streams.rotateStreamKey({ id: streamId }), { changes: [LIVE_KEY], onDone });
  const rotate = () =>
    rotation.mutateAfter({ title: t("rotateTitle"), text: t("rotateText"), yes: t("rotate"), danger: true }, undefined);
  return (
    <Hint label={t("rotateHint")}>
      <Button
        variant="default"
        disabled={rotation.isPending}
        leftSection={<IconRefresh size={16} stroke={1.6} />}
        onClick={() => void rotate()}
      >
        {t("rotate")}
      </Button>
    </Hint>
  );
}

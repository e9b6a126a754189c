import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon, Button, Switch } from "@mantine/core";
import {
  IconBrandFacebook,
  IconBrandTwitch,
  IconBrandYoutube,
  IconDots,
  IconPencil,
  IconServer,
  IconTrash,
} from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../platform/client.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ActionMenu } from "../../shell/menus/ActionMenu.tsx";
import { bitrateWords } from "../health/ingest-words.ts";
import { LIVE_KEY, type Restream, type StreamDetail } from "../queries.ts";
import { RestreamLog } from "./RestreamLog.tsx";
import styles from "../stream/Stream.module.css";
import rows from "./Restreams.module.css";

const SIGNS = {
  youtube: IconBrandYoutube,
  twitch: IconBrandTwitch,
  facebook: IconBrandFacebook,
  custom: IconServer,
} as const;

/** One target: whether it is on, where it leads, and how that stands. */
export function RestreamRow({
  stream,
  target,
  onEdit,
}: {
  stream: StreamDetail;
  target: Restream;
  onEdit: () => void;
}) {
  const { t } = useTranslation(["stream", "layout"]);
  const [isOpen, setOpen] = useState(false);
  const logId = useId();
  const { permissions } = useViewer();
  const {
    id,
    name,
    platform,
    url,
    enabled,
    profile,
    state,
    detail,
    attempts,
    connected_at: since,
    sent_kbps: kbps,
  } = target;
  const place = { stream_id: stream.id, id };
  const change = useAction((call: () => Promise<{ message: string }>) => call(), { changes: [LIVE_KEY] });
  const remove = () =>
    change.mutateAfter(
      {
        title: t("restreamDeleteTitle"),
        text: t("layout:confirmPermanently", { action: "delete", item: t("restreamItem") }),
        yes: t("restreamDelete"),
        danger: true,
      },
      () => api.restreams.deleteRestream(place),
    );
  const Sign = SIGNS[platform];
  const more =
    state === "connected" && since !== null
      ? t("restreamSince", { time: formatAgo(since) })
      : state === "reconnecting" && attempts > 0
        ? t("restreamTry", { count: attempts })
        : null;
  return (
    <li className={rows["target"]}>
      <Switch
        checked={enabled}
        disabled={!permissions.streams_control || change.isPending}
        aria-label={t("restreamSwitch", { name })}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          change.mutate(() => api.restreams.setRestreamEnabled({ ...place, enabled: on }));
        }}
      />
      <span className={rows["targetNames"]}>
        <strong>{name}</strong>
        <span className={rows["targetUrl"]}>
          <Sign size={14} stroke={1.6} aria-hidden="true" />
          <span className="truncate" title={url}>
            {t(`platform_${platform}`)} · {profile === "source" ? "" : `${profile} · `}
            {url}
          </span>
        </span>
        {detail === "" ? null : <span className={styles["problem"]}>{detail}</span>}
        <Button
          className={rows["targetMore"] ?? ""}
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={logId}
          aria-label={t("restreamLogOf", { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t("restreamLog")}
        </Button>
      </span>
      <span className={rows["targetState"]} title={since === null ? undefined : formatMoment(since)}>
        <StatusDot state={enabled ? state : "disabled"} detail={more}>
          {enabled ? t(`restream_${state}`) : t("restream_off")}
        </StatusDot>
        <span className={styles["note"]}>{t("restreamSent", { rate: kbps === null ? "–" : bitrateWords(kbps) })}</span>
      </span>
      {permissions.streams_manage ? (
        <ActionMenu
          width={160}
          actions={[
            { label: t("restreamEdit"), icon: <IconPencil size={16} stroke={1.6} />, onChoose: onEdit },
            {
              label: t("restreamDelete"),
              icon: <IconTrash size={16} stroke={1.6} />,
              danger: true,
              onChoose: () => void remove(),
            },
          ]}
        >
          <ActionIcon aria-label={t("restreamActions", { name })}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </ActionMenu>
      ) : null}
      <div id={logId} className={rows["targetDetails"]} hidden={!isOpen}>
        {isOpen ? <RestreamLog streamId={stream.id} target={target} /> : null}
      </div>
    </li>
  );
}

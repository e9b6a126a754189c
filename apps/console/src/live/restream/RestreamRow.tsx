import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { formatAgo, formatMoment } from "@kinora/ui/moments.ts";
import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { ActionIcon, Button, Stack, Switch } from "@mantine/core";
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
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { bitrateWords } from "../health/ingest-words.ts";
import { LIVE_KEY, type Restream, type StreamDetail } from "../queries.ts";
import { RestreamLog } from "./RestreamLog.tsx";
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
  const { t } = useTranslation("stream");
  const [isOpen, setOpen] = useState(false);
  const logId = useId();
  const { permissions } = useViewer();
  const { name, enabled, detail } = target;
  const { switchTo, remove, isChanging } = useTargetActions(stream.id, target.id);
  return (
    <li className={rows["target"]}>
      <Switch
        checked={enabled}
        disabled={!permissions.streams_control || isChanging}
        aria-label={t("restreamSwitch", { name })}
        onChange={(event) => switchTo(event.currentTarget.checked)}
      />
      <Stack component="span" gap={0} miw={0}>
        <strong dir="auto">{name}</strong>
        <TargetAddress target={target} />
        {detail === "" ? null : <span className="note problem">{detail}</span>}
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
      </Stack>
      <TargetState target={target} />
      {permissions.streams_manage ? <TargetMenu name={name} onEdit={onEdit} onDelete={() => void remove()} /> : null}
      <div id={logId} className={rows["targetDetails"]} hidden={!isOpen}>
        {isOpen ? <RestreamLog streamId={stream.id} target={target} /> : null}
      </div>
    </li>
  );
}

/** What switches a target on and off, and what deletes it after a question. */
function useTargetActions(streamId: number, id: number) {
  const { t } = useTranslation(["stream", "layout"]);
  const place = { stream_id: streamId, id };
  const change = useAction((call: () => Promise<{ message: string }>) => call(), { changes: [LIVE_KEY] });
  const switchTo = (enabled: boolean) => change.mutate(() => api.restreams.setRestreamEnabled({ ...place, enabled }));
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
  return { switchTo, remove, isChanging: change.isPending };
}

/** The platform, the quality it gets and its address. */
function TargetAddress({ target: { platform, profile, url } }: { target: Restream }) {
  const { t } = useTranslation("stream");
  const Sign = SIGNS[platform];
  return (
    <span className={rows["targetUrl"]}>
      <Sign size={14} stroke={1.6} aria-hidden="true" />
      <span className="truncate" title={url}>
        {t(`platform_${platform}`)} · {profile === "source" ? "" : `${profile} · `}
        {url}
      </span>
    </span>
  );
}

/** Whether it is connected and since when, and the bitrate that is sent. */
function TargetState({ target }: { target: Restream }) {
  const { t } = useTranslation("stream");
  const { enabled, state, attempts, connected_at: since, sent_kbps: kbps } = target;
  const more =
    state === "connected" && since !== null
      ? t("restreamSince", { time: formatAgo(since) })
      : state === "reconnecting" && attempts > 0
        ? t("restreamTry", { count: attempts })
        : null;
  return (
    <span className={rows["targetState"]} title={since === null ? undefined : formatMoment(since)}>
      <StatusDot state={enabled ? state : "disabled"} detail={more}>
        {enabled ? t(`restream_${state}`) : t("restream_off")}
      </StatusDot>
      <span className="note">{t("restreamSent", { rate: kbps === null ? "–" : bitrateWords(kbps) })}</span>
    </span>
  );
}

function TargetMenu({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation("stream");
  return (
    <ActionMenu
      width={160}
      actions={[
        { label: t("restreamEdit"), icon: <IconPencil size={16} stroke={1.6} />, onChoose: onEdit },
        {
          label: t("restreamDelete"),
          icon: <IconTrash size={16} stroke={1.6} />,
          danger: true,
          onChoose: onDelete,
        },
      ]}
    >
      <ActionIcon aria-label={t("restreamActions", { name })}>
        <IconDots size={16} stroke={1.6} />
      </ActionIcon>
    </ActionMenu>
  );
}

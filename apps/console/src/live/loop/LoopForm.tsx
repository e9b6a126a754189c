import { LOOP_ITEMS_MAX } from "@kinora/domain/live/stream-loop.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Stack, Switch } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { LIVE_KEY, loopKey, type StreamDetail, type StreamLoop } from "../queries.ts";
import { fieldsOf, secondsOf, settingsOf, type LoopEntry, type LoopFields } from "./loop-fields.ts";
import { LoopList } from "./LoopList.tsx";
import { LoopSource } from "./LoopSource.tsx";
import { LoopVideoField } from "./LoopVideoField.tsx";
import page from "../stream/Stream.module.css";
import styles from "./Loop.module.css";

/** Chooses a loop's videos, their order and when they play; saved as one. */
export function LoopForm({ stream, loop }: { stream: StreamDetail; loop: StreamLoop }) {
  const { t } = useTranslation("loop");
  const readOnly = !useViewer().permissions.streams_manage;
  const { form, save } = useLoopForm(stream.id, loop, readOnly);
  const change = (items: readonly LoopEntry[]) => form.edit({ items });
  const { items, source } = form.values;
  const isFull = items.length >= LOOP_ITEMS_MAX;
  return (
    <SettingsForm form={form} saving={save.isPending} locked={t("readOnly")} onSave={() => save.mutate(form.values)}>
      <Panel
        title={t("title")}
        action={
          readOnly || source === "playlist" || items.length === 0 ? undefined : (
            <Button size="compact-sm" variant="default" onClick={() => change([])}>
              {t("clear")}
            </Button>
          )
        }
        flush
      >
        <Stack gap="sm" maw={640} p="md">
          <p className="note">{t("text")}</p>
          <LoopSource form={form} projectId={stream.project_id} deleted={deletedName(loop)} />
          {readOnly || source === "playlist" ? null : (
            <LoopVideoField
              projectId={stream.project_id}
              disabled={isFull}
              description={isFull ? t("full", { max: LOOP_ITEMS_MAX }) : undefined}
              onAdd={(item) => change([...items, item])}
            />
          )}
        </Stack>
        {source === "playlist" ? (
          <FollowedVideos form={form} loop={loop} />
        ) : items.length === 0 ? (
          <EmptyState inline title={t("empty")}>
            {readOnly ? t("emptyReadOnly") : t("emptyText")}
          </EmptyState>
        ) : (
          <LoopVideos items={items} readOnly={readOnly} onChange={change} />
        )}
      </Panel>
      <LoopChoices form={form} />
    </SettingsForm>
  );
}

function useLoopForm(streamId: number, loop: StreamLoop, readOnly: boolean) {
  const { t } = useTranslation("loop");
  const client = useQueryClient();
  const form = useForm<LoopFields>({
    saved: fieldsOf(loop),
    readOnly,
    compared: settingsOf,
    serverNames: { playlist_id: "playlist" },
    check: ({ source, playlist }) =>
      source === "playlist" && playlist === null ? { playlist: t("playlistMissing") } : {},
  });
  const save = useAction((input: LoopFields) => api.streams.setStreamLoop({ id: streamId, ...settingsOf(input) }), {
    changes: [LIVE_KEY],
    failure: t("notSaved"),
    onDone({ data }) {
      client.setQueryData(loopKey(streamId), data);
      form.reset();
    },
    onProblem: ({ fields }) => form.refuse(fields),
  });
  return { form, save };
}

/** The name of a playlist that the loop followed and that was deleted; null otherwise. */
const deletedName = ({ playlist }: StreamLoop) => (playlist?.id === null ? playlist.name : null);

/** The videos of the playlist that the loop follows, as they were last read. */
function FollowedVideos({ form, loop }: { form: Form<LoopFields>; loop: StreamLoop }) {
  const { t } = useTranslation("loop");
  const { playlist } = form.values;
  if (playlist === null || playlist.id !== loop.playlist?.id)
    return playlist === null ? null : <p className={page["foot"]}>{t("playlistUnsaved")}</p>;
  if (loop.items.length === 0)
    return (
      <EmptyState icon={<IconRepeat size={22} stroke={1.6} />} title={t("playlistNothing")}>
        {t("playlistNothingText")}
      </EmptyState>
    );
  return <LoopVideos items={loop.items} readOnly onChange={() => undefined} />;
}

function LoopVideos({
  items,
  readOnly,
  onChange,
}: {
  items: readonly LoopEntry[];
  readOnly: boolean;
  onChange: (items: readonly LoopEntry[]) => void;
}) {
  const { t } = useTranslation("loop");
  const length = secondsOf(items).reduce((sum, seconds) => sum + seconds, 0);
  return (
    <>
      <div className={styles["table"]}>
        <LoopList items={items} readOnly={readOnly} onChange={onChange} />
      </div>
      <p className={page["foot"]}>{t("length", { count: items.length, length: formatDuration(length) })}</p>
    </>
  );
}

/** When a loop plays, and in which order. */
function LoopChoices({ form }: { form: Form<LoopFields> }) {
  const { t } = useTranslation("loop");
  return (
    <SettingGroup title={t("times")}>
      <Switch label={t("shuffle")} description={t("shuffleHint")} {...form.flag("shuffle")} />
      <Switch label={t("fade")} description={t("fadeHint")} {...form.flag("fade")} />
      <Switch label={t("beforeLive")} description={t("beforeLiveHint")} {...form.flag("before_live")} />
      <Switch label={t("onDisconnect")} description={t("onDisconnectHint")} {...form.flag("on_disconnect")} />
      <Switch label={t("whenPaused")} description={t("whenPausedHint")} {...form.flag("when_paused")} />
    </SettingGroup>
  );
}

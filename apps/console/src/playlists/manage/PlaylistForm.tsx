import { PLAYLIST_DESCRIPTION_MAX, PLAYLIST_LAYOUTS, PLAYLIST_NAME_MAX } from "@kinora/domain/playlists/playlists.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Switch, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { projectZone, session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { playlistItemsKey, playlistKey, playlistsKey, type PlaylistDetail } from "../queries.ts";
import { fieldsOf, settingsOf, type PlaylistFields } from "./playlist-fields.ts";
import { ruleErrors } from "./rule-fields.ts";
import { RuleResult } from "./RuleResult.tsx";

const PodcastFields = lazyPart(async () => (await import("./PodcastFields.tsx")).PodcastFields);
const RulesFields = lazyPart(async () => (await import("./RulesFields.tsx")).RulesFields);

/** Everything that is set on a playlist, saved together; the videos people put into it are saved at once. */
export function PlaylistForm({
  playlist,
  pinnedIds,
  readOnly,
}: {
  playlist: PlaylistDetail;
  pinnedIds: readonly number[];
  readOnly: boolean;
}) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const zone = useStore(session, projectZone);
  const { project_id: projectId, type } = playlist;
  const { form, save } = usePlaylistForm(playlist, zone, readOnly);
  return (
    <SettingsForm
      form={form}
      saving={save.isPending}
      locked={t("playlists:readOnly")}
      onSave={() => save.mutate({ ...settingsOf(form.values, playlist, zone), id: playlist.id, version: form.version })}
    >
      {type === "smart" ? (
        <>
          <Suspense fallback={<SkeletonRows label={t("rules")} />}>
            <RulesFields projectId={projectId} form={form} />
          </Suspense>
          <RuleResult projectId={projectId} fields={form.values} pinnedIds={pinnedIds} />
        </>
      ) : null}
      <SettingGroup title={t("details")}>
        <TextInput label={t("playlists:name")} required maxLength={PLAYLIST_NAME_MAX} {...form.text("name")} />
        <Textarea
          label={t("playlists:description")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={PLAYLIST_DESCRIPTION_MAX}
          {...form.text("description")}
        />
      </SettingGroup>
      <Options form={form} zone={zone} channel={type === "channel"} />
      {form.values.feed ? (
        <Suspense fallback={<SkeletonRows label={t("podcast")} />}>
          <PodcastFields form={form} />
        </Suspense>
      ) : null}
    </SettingsForm>
  );
}

/** The settings of a playlist in a form, and what saves them. */
function usePlaylistForm(playlist: PlaylistDetail, zone: string, readOnly: boolean) {
  const { t } = useTranslation(["managePlaylist", "playlists"]);
  const client = useQueryClient();
  const { id, project_id: projectId, type } = playlist;
  const words = {
    days: t("daysWrong"),
    minutes: t("minutesWrong"),
    limit: t("limitWrong"),
    range: t("rangeWrong"),
  };
  const form = useForm<PlaylistFields>({
    saved: fieldsOf(playlist, zone, (label) => t("deletedLabel", { id: label })),
    version: playlist.version,
    readOnly,
    check: (values) => ({
      ...(values.name.trim() === "" ? { name: t("playlists:nameEmpty") } : {}),
      ...(type === "smart" ? ruleErrors(values, words) : {}),
    }),
    compared: (values) => settingsOf(values, playlist, zone),
  });
  const save = useAction(api.playlists.updatePlaylist, {
    changes: [playlistsKey(projectId), playlistItemsKey(id)],
    failure: t("playlists:notSaved"),
    stored: { queryKey: playlistKey(id), show: form.reset },
    onDone({ data }) {
      client.setQueryData(playlistKey(id), data);
      form.reset();
    },
    onProblem: ({ fields }) =>
      form.refuse(
        // The contract has the rules and what is said of the podcast in objects of their own.
        Object.fromEntries(
          Object.entries(fields).map(([path, messages]) => [
            path.replace(/^rules\./, "").replace(/^podcast\./, "podcast_"),
            messages,
          ]),
        ),
      ),
  });
  return { form, save };
}

function Options({ form, zone, channel }: { form: Form<PlaylistFields>; zone: string; channel: boolean }) {
  const { t } = useTranslation("managePlaylist");
  return (
    <SettingGroup title={t("options")}>
      {channel ? (
        <TextInput
          type="datetime-local"
          label={t("startAt")}
          description={t("startAtHint", { zone })}
          {...form.text("start_at")}
        />
      ) : (
        <Switch label={t("autoplayNext")} description={t("autoplayNextHint")} {...form.flag("autoplay_next")} />
      )}
      <Switch label={t("loop")} description={t("loopHint")} {...form.flag("loop")} />
      <Switch label={t("shuffle")} description={t("shuffleHint")} {...form.flag("shuffle")} />
      <Select
        label={t("layout")}
        description={t("layoutHint")}
        {...form.choice(
          "layout",
          PLAYLIST_LAYOUTS.map((value) => ({ value, label: t(`layout_${value}`) })),
        )}
      />
      <Switch label={t("feed")} description={t("feedHint")} {...form.flag("feed")} />
    </SettingGroup>
  );
}

import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { PLAYER_TITLE_MAX } from "@kinora/domain/players/settings.ts";
import { FormErrors } from "@kinora/ui/kit/forms/FormErrors.tsx";
import { useFirstRefused } from "@kinora/ui/kit/forms/use-first-refused.ts";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import { useAskBeforeLeaving } from "../../shell/forms/use-ask-before-leaving.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { playerKey, playersKey, type PlayerDetail } from "../queries.ts";
import { useMakeDefault } from "../use-player-menu.tsx";
import { AdsGroup, AdvancedGroup, PrivacyGroup } from "./AdsGroup.tsx";
import { ControlsGroup } from "./ControlsGroup.tsx";
import { EditorMenus } from "./EditorMenus.tsx";
import { LookGroup } from "./LookGroup.tsx";
import { PlaybackGroup } from "./PlaybackGroup.tsx";
import { fieldNames, fieldsOf, settingsOf, type PlayerFields, type PlayerForm } from "./player-form.ts";
import { SizeGroup } from "./SizeGroup.tsx";
import { Stage } from "./Stage.tsx";
import styles from "./Editor.module.css";

/** The form of a player left, and right the real embed, which shows the draft while it is typed. */
export function PlayerEditor({ player }: { player: PlayerDetail }) {
  const { t } = useTranslation("players");
  const readOnly = !useViewer().permissions.player_manage;
  const form = useForm<PlayerFields>({
    saved: fieldsOf(player),
    version: player.draft_version,
    readOnly,
    check: ({ title }) => (title.trim() === "" ? { title: t("titleEmpty") } : {}),
  });
  const element = useFirstRefused<HTMLFormElement>(form.refusals);
  const { put, save, publish, saveDraft, saveAndPublish } = useEditorActions(player, form);
  const canPublish = form.dirty || player.has_draft;
  useSaveKey(saveDraft);
  useAskBeforeLeaving(form.dirty);
  return (
    <>
      <PageHeader
        title={form.values.title || t("title")}
        actions={
          <>
            <EditorMenus player={player} form={form} canManage={!readOnly} onChanged={put} />
            {readOnly ? null : (
              <>
                <Button variant="default" disabled={!form.dirty} loading={save.isPending} onClick={saveDraft}>
                  {t("saveDraft")}
                </Button>
                <DefaultButton player={player} shown={!canPublish && !player.is_default} />
                <Button disabled={!canPublish} loading={publish.isPending} onClick={saveAndPublish}>
                  {t("publish")}
                </Button>
              </>
            )}
          </>
        }
      />
      <div className={styles["editor"]}>
        <form
          ref={element}
          className={styles["form"]}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            saveDraft();
          }}
        >
          {readOnly ? (
            <p className={styles["note"]}>{t("readOnly", { permission: permissionNames.player_manage })}</p>
          ) : null}
          <TextInput label={t("playerTitle")} required maxLength={PLAYER_TITLE_MAX} {...form.text("title")} />
          <FormErrors messages={form.otherErrors} />
          <SettingGroups form={form} player={player} />
          {/* This is what Enter presses. */}
          <button type="submit" hidden />
        </form>
        <Stage player={player} settings={settingsOf(form.values)} />
      </div>
    </>
  );
}

/** What comes after publishing: embeds without a player get this one. */
function DefaultButton({ player: { id, project_id: projectId }, shown }: { player: PlayerDetail; shown: boolean }) {
  const { t } = useTranslation("players");
  const makeDefault = useMakeDefault(projectId);
  if (!shown) return null;
  return (
    <Button
      className={styles["makeDefault"] ?? ""}
      variant="default"
      loading={makeDefault.isPending}
      onClick={() => makeDefault.mutate({ id })}
    >
      {t("makeDefault")}
    </Button>
  );
}

function SettingGroups({ form, player }: { form: PlayerForm; player: PlayerDetail }) {
  return (
    <>
      <SizeGroup form={form} />
      <PlaybackGroup form={form} />
      <ControlsGroup form={form} />
      <LookGroup form={form} player={player} />
      <AdsGroup form={form} schedules={player.ad_schedules} />
      <PrivacyGroup form={form} />
      <AdvancedGroup form={form} />
    </>
  );
}

/** What the buttons of the editor do. */
function useEditorActions(player: PlayerDetail, form: PlayerForm) {
  const { t } = useTranslation("players");
  const client = useQueryClient();
  const put = (data: PlayerDetail) => {
    client.setQueryData(playerKey(player.id), data);
    form.reset();
  };
  const draft = {
    ...{ id: player.id, version: form.version, title: form.values.title },
    settings: settingsOf(form.values),
  };
  const options = {
    changes: [playersKey(player.project_id)],
    failure: t("notSaved"),
    onDone: ({ data }: { data: PlayerDetail }) => put(data),
  };
  const saveVersion = ({ version: draft_version, ...change }: typeof draft) =>
    api.players.savePlayer({ ...change, draft_version });
  const save = useAction(saveVersion, {
    ...options,
    stored: { queryKey: playerKey(player.id), show: form.reset },
    onProblem: ({ fields }) => form.refuse(fieldNames(fields)),
  });
  const publishVersion = ({ id, version }: { id: number; version: number | undefined }) =>
    api.players.publishPlayer({ id, draft_version: version });
  const publish = useAction(publishVersion, {
    ...options,
    onProblem(problem) {
      if (problem.code !== "changed_since") return false;
      // Nobody has seen here what would be published.
      toastError(t("draftChanged"));
      void client.invalidateQueries({ queryKey: playerKey(player.id) }).then(form.reset);
      return true;
    },
  });
  const saveDraft = () => form.check() && form.dirty && save.mutate(draft);
  const saveAndPublish = () => {
    if (!form.check()) return;
    const publishRead = (version: number | undefined) => publish.mutate({ id: player.id, version });
    if (form.dirty) save.mutate(draft, { onSuccess: ({ data }) => publishRead(data.draft_version) });
    else publishRead(form.version);
  };
  return { put, save, publish, saveDraft, saveAndPublish };
}

/** Ctrl/Cmd+S saves. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

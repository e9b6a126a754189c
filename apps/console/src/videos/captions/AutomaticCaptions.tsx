import { isUnderWay } from "@kinora/domain/speech/settings.ts";
import { COMMON_LANGUAGES, languageName } from "@kinora/domain/videos/languages.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Button, Group, Progress } from "@mantine/core";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { videoChanges } from "../video-changes.ts";
import { automaticCaptionsKey, useAutomaticCaptions } from "./automatic-captions.ts";

type AutomaticState = NonNullable<ReturnType<typeof useAutomaticCaptions>>;
type Steps = "create" | "cancel" | "retry";

/** Captions by machine: creates them, shows how far they are, and why they failed. Nothing where the installation has no engine. */
export function AutomaticCaptions({ videoId }: { videoId: number }) {
  const { t } = useTranslation("video");
  const state = useAutomaticCaptions(videoId);
  if (!state?.available) return null;
  const { latest, mode } = state;
  if (mode === "off" && latest === null) return null;
  return (
    <SettingGroup title={t("automaticCaptions")} text={t("automaticText")}>
      <Controls key={state.language} videoId={videoId} state={state} />
    </SettingGroup>
  );
}

/** What is spoken, and what can be done now. */
function Controls({ videoId, state }: { videoId: number; state: AutomaticState }) {
  const { t } = useTranslation("video");
  const mayEdit = useViewer().permissions.video_edit;
  const [language, setLanguage] = useState(state.language ?? "");
  const { latest, mode } = state;
  const working = latest !== null && isUnderWay(latest.state);
  const stopped = latest?.state === "failed" || latest?.state === "cancelled";
  const mayCreate = mayEdit && mode !== "off" && !working;
  const refused = state.problem !== null;
  const act = useAction(
    (step: Steps) => {
      const place = { video_id: videoId };
      if (step === "cancel") return api.automaticCaptions.cancelAutomaticCaptions(place);
      if (step === "retry") return api.automaticCaptions.retryAutomaticCaptions(place);
      return api.automaticCaptions.createAutomaticCaptions({ ...place, language: language === "" ? null : language });
    },
    { changes: [automaticCaptionsKey(videoId), ...videoChanges(videoId)], failure: t("automaticNotCreated") },
  );
  const tags = [...new Set([...COMMON_LANGUAGES, ...(language === "" ? [] : [language])])];
  return (
    <>
      {mayCreate ? (
        <Select
          label={t("automaticLanguage")}
          searchable
          allowDeselect={false}
          data={[
            { value: "", label: t("automaticDetect") },
            ...tags.map((tag) => ({ value: tag, label: languageName(tag) })),
          ]}
          value={language}
          onChange={(tag) => setLanguage(tag ?? "")}
        />
      ) : null}
      <SettingRow label={t("automaticRow")} hint={<Status state={state} />}>
        {latest?.state === "running" ? (
          <Progress value={latest.progress} mb={8} aria-label={t("automaticProgress")} />
        ) : null}
        <Group gap="xs">
          {mayEdit && working ? (
            <Button variant="default" loading={act.isPending} onClick={() => act.mutate("cancel")}>
              {t("automaticCancel")}
            </Button>
          ) : null}
          {mayCreate && stopped && latest.failure?.retryable !== false ? (
            <Button variant="default" disabled={refused} loading={act.isPending} onClick={() => act.mutate("retry")}>
              {latest.state === "failed" ? t("automaticRetry") : t("automaticContinue")}
            </Button>
          ) : null}
          {mayCreate ? (
            <Button variant="default" disabled={refused} loading={act.isPending} onClick={() => act.mutate("create")}>
              {latest === null ? t("automaticCreate") : t("automaticAgain")}
            </Button>
          ) : null}
        </Group>
      </SettingRow>
    </>
  );
}

/** How far the latest ones are, in words. */
function Status({ state: { latest, mode, problem } }: { state: AutomaticState }) {
  const { t } = useTranslation("video");
  // While they are under way, or off, the plan's limit changes nothing.
  if (problem !== null && mode !== "off" && !(latest && isUnderWay(latest.state)))
    return <span className="problem">{problem}</span>;
  if (latest?.state === "failed") return <span className="problem">{latest.failure?.message}</span>;
  if (latest?.state === "running") return t("automaticRow_running", { percent: latest.progress });
  if (latest?.state === "queued") return t("automaticRow_queued");
  if (latest?.state === "cancelled") return t("automaticRow_cancelled", { percent: latest.progress });
  if (mode === "off") return t("automaticRow_off");
  if (latest === null) return t("automaticRow_none");
  return latest.captions_id === null ? t("automaticRow_silent") : t("automaticRow_complete");
}

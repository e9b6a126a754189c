import type { OnboardingStep } from "@kinora/domain/projects/overview.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Box, Button, Group } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { copyEmbedCode, preferencesQuery, rememberFirstSteps } from "../platform/preferences.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError } from "../platform/toasts.ts";
import { useAction } from "../platform/use-action.ts";
import { recentVideosQuery, videosKey } from "../platform/videos.ts";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { overviewQuery } from "./overview-query.ts";
import { StepList } from "./StepList.tsx";
import styles from "./Dashboard.module.css";

/** The steps a person has, those that are done, and whether they are shown: not once all are done or they were put away. */
function useFirstSteps(projectId: number) {
  const { permissions } = useViewer();
  const known = useQuery(preferencesQuery).data;
  const overview = useQuery(overviewQuery(projectId)).data;
  if (known === undefined || overview === undefined || !permissions.video_add) return null;
  const remembered = known["onboarding"] ?? [];
  const names: OnboardingStep[] = ["project", "video", "embed", ...(permissions.users_view ? ["invite" as const] : [])];
  const done = new Set<OnboardingStep>(["project"]);
  if (overview.onboarding.video) done.add("video");
  if (remembered.includes("embed") || overview.onboarding.embed) done.add("embed");
  if (overview.onboarding.invite) done.add("invite");
  const complete = names.every((step) => done.has(step));
  const isAway = remembered.includes("dismissed") || (complete && !remembered.includes("shown"));
  return isAway ? null : { names, done };
}

/** Whether the first steps are shown. */
export const useStepsShown = (projectId: number): boolean => useFirstSteps(projectId) !== null;

/**
 * The rest of the way from a project to a video on someone's page. It goes when every step is done or it is put away,
 * and comes back from the user menu.
 */
export function FirstSteps({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const shown = useFirstSteps(projectId);
  if (shown === null) return null;
  const { names, done } = shown;
  const actions: Record<OnboardingStep, ReactNode> = {
    project: null,
    video: <FirstVideo projectId={projectId} />,
    embed: <CopyEmbed projectId={projectId} />,
    invite: <Invite />,
  };
  const putAway = () =>
    void rememberFirstSteps((before) => [...before.filter((each) => each !== "shown"), "dismissed"]);
  return (
    <Panel
      title={
        <>
          {t("firstSteps")}
          <Box component="span" className="note" fw={400} ml="xs" aria-hidden="true">
            {t("stepsDone", { done: names.filter((step) => done.has(step)).length, all: names.length })}
          </Box>
        </>
      }
      flush
      action={
        <button type="button" className={styles["all"]} onClick={putAway}>
          {t("dismiss")}
        </button>
      }
    >
      <StepList steps={names.map((step) => ({ step, action: actions[step] }))} done={done} />
    </Panel>
  );
}

function FirstVideo({ projectId }: { projectId: number }) {
  const { t } = useTranslation("dashboard");
  const sample = useAction(() => api.imports.addSampleVideo({ project_id: projectId }), {
    changes: [overviewQuery(projectId).queryKey, videosKey(projectId)],
  });
  return (
    <Group gap="xs">
      <Button renderRoot={(props) => <Link to="/upload" {...props} />}>{t("upload")}</Button>
      <Button variant="default" loading={sample.isPending} onClick={() => sample.mutate()}>
        {t("sample")}
      </Button>
    </Group>
  );
}

function CopyEmbed({ projectId }: { projectId: number }) {
  const { t } = useTranslation(["dashboard", "layout"]);
  const video = useQuery(recentVideosQuery(projectId)).data?.data[0];
  const copy = useMutation({
    mutationFn: async (id: number) => (await api.videos.getVideo({ id })).data.embed.iframe,
    onSuccess: (iframe) => copyEmbedCode(t("iframe"), iframe),
    onError(error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("layout:error"));
    },
  });
  return (
    <Button
      variant="default"
      disabled={video === undefined}
      loading={copy.isPending}
      onClick={() => video && copy.mutate(video.id)}
    >
      {t("copyEmbed")}
    </Button>
  );
}

function Invite() {
  const { t } = useTranslation("dashboard");
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/users" {...props} />}>
      {t("invite")}
    </Button>
  );
}

import type { SwitchSource } from "@kinora/domain/live/on-air.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { problemOf } from "../../platform/problem.ts";
import { toastError } from "../../platform/toasts.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, streamKey, streamQuery, type Stream, type StreamDetail } from "../queries.ts";

type Answer = { message: string; data?: StreamDetail };

/** What can be done to a livestream, each with its question where it has one (spec §8). */
export function useStreamActions(projectId: number, onDeleted?: () => void | Promise<void>) {
  const { t } = useTranslation("live");
  const client = useQueryClient();
  const keep = ({ data }: Answer) => {
    if (data) client.setQueryData(streamKey(data.id), data);
  };
  const change = useAction((call: () => Promise<Answer>) => call(), { changes: [LIVE_KEY], onDone: keep });
  const remove = useAction(({ id }: Stream) => api.streams.deleteStream({ id }), {
    changes: [LIVE_KEY],
    failure: t("notDeleted"),
    ...(onDeleted ? { onDone: onDeleted } : {}),
  });
  const questions = useQuestions();
  return {
    ...useCopies(),
    isPending: change.isPending,
    setPaused: (stream: Stream, paused: boolean) =>
      change.mutateAfter(questions.setPaused(stream, paused), () => api.streams.pauseStream({ id: stream.id, paused })),
    /** Each switch asks what it does: the slate pauses, live unpauses (spec §8). */
    switchTo: (stream: Stream, source: SwitchSource) =>
      change.mutateAfter(questions.switchTo(stream, source), () => api.streams.switchStream({ id: stream.id, source })),
    end: ({ id }: Stream) =>
      change.mutateAfter({ title: t("endTitle"), text: t("endText"), yes: t("end"), danger: true }, () =>
        api.streams.endStream({ id }),
      ),
    async setEnabled({ id, started_at: startedAt }: Stream, enabled: boolean): Promise<void> {
      const call = () => api.streams.setStreamEnabled({ id, enabled });
      if (enabled || startedAt === null) return change.mutate(call);
      const question = { title: t("disableTitle"), text: t("disableText"), yes: t("disable"), danger: true };
      await change.mutateAfter(question, call);
    },
    duplicate: ({ id }: Stream) => change.mutate(() => api.streams.duplicateStream({ id })),
    setTesting: (id: number, on: boolean) =>
      change.mutate(() => (on ? api.streams.startTestStream({ id }) : api.streams.stopTestStream({ id }))),
    /** Creates a livestream for the test picture and sends it there. */
    sendFirstTest(onDone: (id: number) => void): void {
      const call = async () => {
        const { data } = await api.streams.createStream({ project_id: projectId, name: t("testName") });
        return api.streams.startTestStream({ id: data.id });
      };
      change.mutate(call, { onSuccess: ({ data }) => data && onDone(data.id) });
    },
    remove: (stream: Stream) => remove.mutateAfter(questions.remove(stream), stream),
  };
}

/** Copies what only the API of one livestream answers: its addresses, and its key, which the audit log records. */
function useCopies() {
  const { t } = useTranslation(["live", "layout"]);
  const client = useQueryClient();
  const copy = async (label: string, read: () => Promise<string>): Promise<void> => {
    try {
      await copyText(label, await read());
    } catch (error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? t("layout:notCopied"));
    }
  };
  const detail = (id: number) => client.query({ ...streamQuery(id), staleTime: "static" });
  return {
    copyUrl: (id: number) => copy(t("streamUrl"), async () => (await detail(id)).rtmp_url),
    copyLink: (id: number) => copy(t("shareLink"), async () => (await detail(id)).embed.link),
    copyKey: (id: number) => copy(t("streamKey"), async () => (await api.streams.revealStreamKey({ id })).key),
  };
}

/** What is asked before a livestream is changed (spec §8). */
function useQuestions() {
  const { t } = useTranslation("live");
  const watching = (viewers: number) => (viewers > 0 ? ` ${t("pauseWatching", { count: viewers })}` : "");
  const pause = ({ viewers }: Stream) => ({
    title: t("pauseTitle"),
    text: `${t("pauseText")}${watching(viewers)}`,
    yes: t("pause"),
    danger: false,
  });
  const unpause = { title: t("unpauseTitle"), text: t("unpauseText"), yes: t("unpause"), danger: false };
  const loop = {
    title: t("switchLoopTitle"),
    text: `${t("switchLoopText")} ${t("switchGoesOn")}`,
    yes: t("switchLoop"),
    danger: false,
  };
  const live = { title: t("switchLiveTitle"), text: t("switchLiveText"), yes: t("switchLive"), danger: false };
  return {
    setPaused: (stream: Stream, paused: boolean) => (paused ? pause(stream) : unpause),
    switchTo: (stream: Stream, source: SwitchSource) =>
      source === "slate" ? pause(stream) : source === "loop" ? loop : stream.paused ? unpause : live,
    remove: ({ started_at: startedAt }: Stream) => ({
      title: t("deleteTitle"),
      text: startedAt === null ? t("deleteText") : `${t("deleteText")} ${t("deleteImpact")}`,
      yes: t("delete"),
      danger: true,
    }),
  };
}

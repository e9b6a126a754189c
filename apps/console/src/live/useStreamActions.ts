import type { SwitchSource } from "@kinora/domain/onAir.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { copyText } from "../platform/clipboard.ts";
import { confirm } from "../platform/confirm.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import {
  capacityKey,
  rereadStream,
  streamKey,
  streamQuery,
  streamsKey,
  type Stream,
  type StreamDetail,
} from "./queries.ts";

type Answer = { message: string; data?: StreamDetail };

/** What can be done to a livestream, each with its question where it has one (spec §8); the server's words say how it went. */
export function useStreamActions(projectId: number) {
  const { t } = useTranslation(["live", "layout"]);
  const client = useQueryClient();

  /** True when it was done. */
  const run = async (id: number, call: () => Promise<Answer>, otherwise = t("layout:error")): Promise<boolean> => {
    try {
      const { message, data } = await call();
      toastSuccess(message || t("layout:success"));
      if (data) client.setQueryData(streamKey(data.id), data);
      await rereadStream(client, projectId, id);
      return true;
    } catch (error) {
      const { status, message } = problemOf(error);
      // A 403 has had its notification already.
      if (status !== 403) toastError(message ?? otherwise);
      return false;
    }
  };

  /** Copies an address of a livestream that only its own page is told. */
  const copy = async (id: number, label: string, address: (stream: StreamDetail) => string): Promise<void> => {
    try {
      await copyText(label, address(await client.query({ ...streamQuery(id), staleTime: "static" })));
    } catch (error) {
      const { status, message } = problemOf(error);
      if (status !== 403) toastError(message ?? t("layout:notCopied"));
    }
  };

  return {
    copyUrl: (id: number) => copy(id, t("streamUrl"), ({ rtmp_url: url }) => url),
    /** The audit log says who. */
    async copyKey(id: number): Promise<void> {
      try {
        await copyText(t("streamKey"), (await api.streams.revealStreamKey({ id })).key);
      } catch (error) {
        const { status, message } = problemOf(error);
        if (status !== 403) toastError(message ?? t("layout:notCopied"));
      }
    },
    copyLink: (id: number) => copy(id, t("shareLink"), ({ embed }) => embed.link),
    async setPaused({ id, viewers }: Stream, paused: boolean): Promise<void> {
      const watching = paused && viewers > 0 ? ` ${t("pauseWatching", { count: viewers })}` : "";
      const yes = await confirm({
        title: paused ? t("pauseTitle") : t("unpauseTitle"),
        text: `${paused ? t("pauseText") : t("unpauseText")}${watching}`,
        yes: paused ? t("pause") : t("unpause"),
        danger: false,
      });
      if (yes) await run(id, () => api.streams.pauseStream({ id, paused }));
    },
    /** Each switch asks what it does: the slate pauses, live unpauses (spec §8). */
    async switchTo({ id, paused, viewers }: Stream, source: SwitchSource): Promise<void> {
      const watching = viewers > 0 ? ` ${t("pauseWatching", { count: viewers })}` : "";
      const questions = {
        slate: { title: t("pauseTitle"), text: `${t("pauseText")}${watching}`, yes: t("pause") },
        loop: {
          title: t("switchLoopTitle"),
          text: `${t("switchLoopText")} ${t("switchGoesOn")}`,
          yes: t("switchLoop"),
        },
        live: paused
          ? { title: t("unpauseTitle"), text: t("unpauseText"), yes: t("unpause") }
          : { title: t("switchLiveTitle"), text: t("switchLiveText"), yes: t("switchLive") },
      };
      if (await confirm({ ...questions[source], danger: false }))
        await run(id, () => api.streams.switchStream({ id, source }));
    },
    async end({ id }: Stream): Promise<void> {
      const yes = await confirm({ title: t("endTitle"), text: t("endText"), yes: t("end"), danger: true });
      if (yes) await run(id, () => api.streams.endStream({ id }));
    },
    async setEnabled({ id, started_at: startedAt }: Stream, enabled: boolean): Promise<void> {
      const ends = !enabled && startedAt !== null;
      const yes =
        !ends || (await confirm({ title: t("disableTitle"), text: t("disableText"), yes: t("disable"), danger: true }));
      if (yes) await run(id, () => api.streams.setStreamEnabled({ id, enabled }));
    },
    async duplicate({ id }: Stream): Promise<void> {
      await run(id, () => api.streams.duplicateStream({ id }));
    },
    async setTesting(id: number, on: boolean): Promise<void> {
      await run(id, () => (on ? api.streams.startTestStream({ id }) : api.streams.stopTestStream({ id })));
    },
    /** Makes a livestream of its own for the test picture and sends it; answers its id, null when that failed. */
    async sendFirstTest(): Promise<number | null> {
      try {
        const { data } = await api.streams.createStream({ project_id: projectId, name: t("testName") });
        await run(data.id, () => api.streams.startTestStream({ id: data.id }));
        return data.id;
      } catch (error) {
        const { status, message } = problemOf(error);
        if (status !== 403) toastError(message ?? t("layout:error"));
        return null;
      }
    },
    /** True when the livestream is gone. */
    async remove({ id, started_at: startedAt }: Stream): Promise<boolean> {
      const yes = await confirm({
        title: t("deleteTitle"),
        text: startedAt === null ? t("deleteText") : `${t("deleteText")} ${t("deleteImpact")}`,
        yes: t("delete"),
        danger: true,
      });
      if (!yes) return false;
      try {
        toastSuccess((await api.streams.deleteStream({ id })).message || t("layout:success"));
      } catch (error) {
        const { status, message } = problemOf(error);
        if (status !== 403) toastError(message ?? t("notDeleted"));
        return false;
      }
      await client.invalidateQueries({ queryKey: streamsKey(projectId) });
      await client.invalidateQueries({ queryKey: capacityKey(projectId) });
      return true;
    },
  };
}

export type StreamActions = ReturnType<typeof useStreamActions>;

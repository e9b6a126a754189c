import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { previewVideoQuery } from "../queries.ts";
import { useAdFrame } from "./use-ad-frame.ts";

/** Plays ads in the embed page of the project's newest video. */
export function AdPreview({ projectId, ads }: { projectId: number; ads: EmbedAds }) {
  const { t } = useTranslation("ads");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const frame = useAdFrame(ads, edgeUrl);
  const video = useQuery(previewVideoQuery(projectId));
  if (video.isPending) return null;
  if (video.isError)
    return (
      <p className="note problem" role="alert">
        {reasonOf(video.error)}
      </p>
    );
  if (video.data === null) return <p className="note">{t("noVideo")}</p>;
  return (
    <iframe
      ref={frame}
      className="screen"
      src={`${video.data.address}&ads=draft`}
      title={t("playingIn", { title: video.data.title })}
      allow="autoplay; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}

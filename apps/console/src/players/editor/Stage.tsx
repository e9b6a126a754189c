import { embedCodes, type EmbedCodes } from "@kinora/domain/playback/embed.ts";
import { frameInCodes, ratioOf, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import type { PlayerSettings } from "@kinora/domain/players/settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useState, type CSSProperties } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { colorScheme } from "../../platform/theme.ts";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { previewAddressQuery, previewItemsQuery, type PlayerDetail, type PreviewItem } from "../queries.ts";
import { useDraftFrame, type FrameEvent } from "./use-draft-frame.ts";
import styles from "./Editor.module.css";

const WIDTHS = ["320", "768", "1280"] as const;
const PAGES = ["light", "dark"] as const;

/** The real embed page of any video or livestream, with the player as it is in the form. */
export function Stage({ player, settings }: { player: PlayerDetail; settings: PlayerSettings }) {
  const { t } = useTranslation("players");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>("768");
  const [page, setPage] = useState<(typeof PAGES)[number]>(colorScheme.get().value);
  const { item, groups, items, choose } = usePreviewItem(player.project_id);
  const address = useQuery({ ...previewAddressQuery(item?.key ?? ""), enabled: item !== undefined });
  const { frame, events } = useDraftFrame(settings, edgeUrl);
  const picture = item?.picture ?? null;
  const style = frameStyle(settings, picture, Number(width));
  const codes = embedCodes(edgeUrl, "VIDEO", "Video", { player: player.hash, ...frameInCodes(settings, picture) });
  return (
    <section className={styles["stage"]} aria-label={t("stage")}>
      <div className={styles["toolbar"]}>
        <Select
          className={styles["item"] ?? ""}
          aria-label={t("item")}
          searchable
          allowDeselect={false}
          value={item?.key ?? null}
          data={groups}
          onChange={choose}
        />
        <div className={styles["widths"]}>
          <Segments
            aria-label={t("widths")}
            value={width}
            onChange={setWidth}
            data={WIDTHS.map((value) => ({ value, label: value }))}
          />
        </div>
        <Segments
          aria-label={t("page")}
          value={page}
          onChange={setPage}
          data={PAGES.map((value) => ({ value, label: t(`page_${value}`) }))}
        />
      </div>
      <div className={styles["page"]} data-page={page}>
        {address.data ? (
          <iframe
            ref={frame}
            key={address.data}
            className={styles["frame"]}
            style={style}
            src={`${address.data}${address.data.includes("?") ? "&" : "?"}player=${player.hash}&ads=player`}
            title={t("stageOf", { title: item?.title ?? "" })}
            allow="autoplay; fullscreen; picture-in-picture"
          />
        ) : (
          <WithoutFrame query={items.isError ? items : address} isEmpty={items.isSuccess && !item} style={style} />
        )}
      </div>
      <FrameEvents events={events} />
      <EmbedCode codes={codes} />
    </section>
  );
}

/** Shown without a frame: why there is none, or a box of its size while it loads. */
function WithoutFrame({
  query,
  isEmpty,
  style,
}: {
  query: Pick<UseQueryResult, "error" | "refetch">;
  isEmpty: boolean;
  style: CSSProperties;
}) {
  const { t } = useTranslation(["players", "layout"]);
  if (query.error) return <QueryProblem query={query} />;
  if (isEmpty) return <p className={styles["note"]}>{t("nothingToShow")}</p>;
  return <div className={styles["frame"]} style={style} role="status" aria-label={t("layout:loading")} />;
}

/**
 * A frame of a size of its own has it, or the width of a narrower place; others are as wide as their place. Where the
 * preview has less room, the frame is smaller in the same shape.
 */
function frameStyle(frame: PlayerFrame, picture: PreviewItem["picture"], placeWidth: number): CSSProperties {
  const width = frame.fixed_size ? Math.min(frame.frame_width, placeWidth) : placeWidth;
  const ratio = frame.fixed_size ? `${width}/${frame.frame_height}` : ratioOf(frame.aspect, picture);
  return { width, aspectRatio: ratio, ["--ratio" as string]: ratio };
}

/** The videos and livestreams that the preview can show, and the one it shows. */
function usePreviewItem(projectId: number) {
  const { t } = useTranslation("players");
  const { permissions } = useViewer();
  const [chosen, choose] = useState<string | null>(null);
  const items = useQuery(
    previewItemsQuery(projectId, { videos: permissions.video_view, streams: permissions.streams_view }),
  );
  const { data } = items;
  const all = [...(data?.videos ?? []), ...(data?.streams ?? [])];
  const options = (kind: "videos" | "streams") =>
    (data?.[kind] ?? []).map(({ key, title }) => ({ value: key, label: title }));
  const groups = [
    { group: t("items_videos"), items: options("videos") },
    { group: t("items_streams"), items: options("streams") },
  ].filter(({ items }) => items.length > 0);
  return { item: all.find(({ key }) => key === chosen) ?? all[0], groups, items, choose };
}

function FrameEvents({ events }: { events: readonly FrameEvent[] }) {
  const { t } = useTranslation("players");
  return (
    <details className={styles["below"]}>
      <summary>{t("events")}</summary>
      {events.length === 0 ? (
        <p className={styles["note"]}>{t("noEvents")}</p>
      ) : (
        <ol className={styles["events"]}>
          {events.map(({ id, name, seconds }) => (
            <li key={id}>
              <span className="mono">{seconds.toFixed(2)}</span> {name}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

function EmbedCode({ codes: { script, iframe } }: { codes: Pick<EmbedCodes, "script" | "iframe"> }) {
  const { t } = useTranslation("players");
  return (
    <details className={styles["below"]}>
      <summary>{t("embedCode")}</summary>
      <p className={styles["note"]}>{t("embedHint")}</p>
      <CopyCodes
        codes={[
          [t("embedScript"), script, 3],
          [t("embedIframe"), iframe, 3],
        ]}
      />
    </details>
  );
}

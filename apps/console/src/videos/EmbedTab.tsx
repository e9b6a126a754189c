import { embedCodes, embedQuery, type EmbedWishes } from "@kinora/domain/embed.ts";
import { bestImage } from "@kinora/domain/videos.ts";
import { readTime } from "@kinora/domain/vttTime.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Checkbox, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyCodes } from "../layout/CopyCodes.tsx";
import { loadChunk } from "../platform/chunks.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import type { VideoDetail } from "../platform/videos.ts";
import styles from "./VideoDetail.module.css";
import embed from "./VideoEmbed.module.css";

/** Fetched when somebody opens this part. */
const QrCode = lazy(async () => ({ default: (await loadChunk(() => import("./QrCode.tsx"))).QrCode }));

/** Pixels a player may have. */
const WIDEST = 7680;

const pixels = (text: string): number | null =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= WIDEST ? Number(text) : null;

/** How the video is shown elsewhere: choices, the codes they make, and a preview that behaves like them. */
export function EmbedTab({ video }: { video: VideoDetail }) {
  const { t } = useTranslation(["video", "videos"]);
  const edgeUrl = useStore(session, (value) => value.config?.edge_url ?? "");
  const [fixed, setFixed] = useState(false);
  const [width, setWidth] = useState("640");
  const [height, setHeight] = useState("360");
  const [start, setStart] = useState("");
  const [on, setOn] = useState({ autoplay: false, muted: false, loop: false });
  // The first token stays in use so that the preview does not start over when the page reads the video again.
  const [preview] = useState(video.preview_url);

  const startSeconds = start.trim() === "" ? 0 : readTime(start);
  const size = fixed ? { width: pixels(width) ?? 640, height: pixels(height) ?? 360 } : null;
  const wishes: EmbedWishes = { startSeconds: startSeconds ?? 0, ...on, size };
  const codes = embedCodes(edgeUrl, video.hash, video.title, wishes);
  const query = embedQuery(wishes);
  const poster = (bestImage(video.image_urls) ?? "").replace(/\/~[^/]+\//, "/");
  const rows = [
    [t("videos:embedScript"), codes.script, 3],
    [t("videos:embedIframe"), codes.iframe, 3],
    [t("videos:embedLink"), codes.link, 1],
    [t("oembedUrl"), `${edgeUrl}/oembed?format=json&url=${encodeURIComponent(`${edgeUrl}/v/${video.hash}`)}`, 3],
    [t("posterUrl"), poster, 2],
  ] as const;
  return (
    <div className={styles["stack"]}>
      <Panel title={t("embedOptions")}>
        <div className={styles["form"]}>
          <Segments
            aria-label={t("embedSize")}
            value={fixed ? "fixed" : "responsive"}
            onChange={(value) => setFixed(value === "fixed")}
            data={[
              { value: "responsive", label: t("embedResponsive") },
              { value: "fixed", label: t("embedFixed") },
            ]}
          />
          {fixed ? (
            <div className={styles["two"]}>
              <TextInput
                label={t("embedWidth")}
                inputMode="numeric"
                value={width}
                onChange={(event) => setWidth(event.currentTarget.value)}
              />
              <TextInput
                label={t("embedHeight")}
                inputMode="numeric"
                value={height}
                onChange={(event) => setHeight(event.currentTarget.value)}
              />
            </div>
          ) : null}
          <TextInput
            label={t("embedStart")}
            placeholder="0:00"
            value={start}
            error={startSeconds === null ? t("timeWrong") : null}
            onChange={(event) => setStart(event.currentTarget.value)}
          />
          <Checkbox
            label={t("embedAutoplay")}
            description={t("embedAutoplayHint")}
            checked={on.autoplay}
            onChange={(event) => setOn({ ...on, autoplay: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("embedMuted")}
            checked={on.muted}
            onChange={(event) => setOn({ ...on, muted: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("embedLoop")}
            checked={on.loop}
            onChange={(event) => setOn({ ...on, loop: event.currentTarget.checked })}
          />
        </div>
      </Panel>
      <Panel title={t("embedCodes")}>
        <div className={styles["form"]}>
          <CopyCodes codes={rows} />
          {video.published ? null : <p className={styles["note"]}>{t("videos:embedUnpublished")}</p>}
        </div>
      </Panel>
      <Panel title={t("qr")}>
        <Suspense fallback={<p className={styles["note"]}>{t("qrLoading")}</p>}>
          <QrCode text={codes.link} fileName={`${video.hash}.svg`} />
        </Suspense>
      </Panel>
      {video.playable ? (
        <Panel title={t("embedPreview")}>
          <iframe
            key={query}
            className={embed["preview"]}
            src={query === "" ? preview : `${preview}&${query}`}
            title={t("embedPreviewOf", { title: video.title })}
            allow="autoplay; fullscreen; picture-in-picture"
          />
        </Panel>
      ) : null}
    </div>
  );
}

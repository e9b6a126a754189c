import { embedCodes, embedQuery, type EmbedOptions } from "@kinora/domain/playback/embed.ts";
import { pictureSize, ratioOf, type PlayerFrame } from "@kinora/domain/players/frame.ts";
import { bestImage } from "@kinora/domain/videos/videos.ts";
import { readTime } from "@kinora/domain/videos/vtt-time.ts";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Switch, Text, TextInput } from "@mantine/core";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { loadChunk } from "../../platform/chunks.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import type { VideoDetail } from "../../platform/videos.ts";
import { usePlayerFrame } from "../../players/player-options.ts";
import { PlayerSelect } from "../../players/PlayerSelect.tsx";
import { EmbedPages } from "../../restrictions/embeds/EmbedPages.tsx";
import { CopyCodes } from "../../shell/fields/CopyCodes.tsx";
import type { FramedPlayer } from "../../shell/frame/use-player.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { MomentCode } from "./MomentCode.tsx";
import styles from "./VideoEmbed.module.css";

/** Fetched when someone opens this tab. */
const QrCode = lazy(async () => ({ default: (await loadChunk(() => import("./QrCode.tsx"))).QrCode }));

/** Pixels a player may have. */
const WIDEST = 7680;

const pixels = (text: string): number | null =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= WIDEST ? Number(text) : null;

/** What was chosen; the size is the player's until another one is. */
interface Choices {
  fixed: boolean;
  width: string;
  height: string;
  start: string;
  autoplay: boolean;
  muted: boolean;
  loop: boolean;
}

const USUAL = { start: "", autoplay: false, muted: false, loop: false };

/** The size that a player's settings give its frame. */
const sizeIn = (frame: PlayerFrame | undefined): Pick<Choices, "fixed" | "width" | "height"> => ({
  fixed: frame?.fixed_size ?? false,
  width: String(frame?.frame_width ?? 640),
  height: String(frame?.frame_height ?? 360),
});

/** The choices as the codes take them. */
function optionsOf({ fixed, width, height, start, autoplay, muted, loop }: Choices, aspect: string): EmbedOptions {
  const size = fixed ? { width: pixels(width) ?? 640, height: pixels(height) ?? 360 } : null;
  return { startSeconds: readTime(start) ?? 0, autoplay, muted, loop, size, aspect };
}

/**
 * How the video is shown elsewhere: choices, and the codes they make. The page's player behaves like them meanwhile.
 * @param position is where that player is.
 * @param onOptions is given the choices as the embed's address takes them.
 */
export function EmbedTab({
  video,
  position,
  onOptions,
}: {
  video: VideoDetail;
  position: FramedPlayer["position"];
  onOptions: (query: string) => void;
}) {
  const { t } = useTranslation(["video", "videos"]);
  const edgeUrl = useStore(session, (value) => value.config?.edge_url ?? "");
  const { permissions } = useViewer();
  const [chosen, setChosen] = useState<Partial<Choices>>({});
  const [player, setPlayer] = useState<string | null>(null);
  const frame = usePlayerFrame(video.project_id, player);
  const choices = { ...USUAL, ...sizeIn(frame), ...chosen };
  const options = { ...optionsOf(choices, ratioOf(frame?.aspect ?? "16:9", pictureSize(video))), player };
  const query = embedQuery(options);
  useEffect(() => onOptions(query), [onOptions, query]);
  const codes = embedCodes(edgeUrl, video.hash, video.title, options);
  const poster = (bestImage(video.image_urls) ?? "").replace(/\/~[^/]+\//, "/");
  const rows = [
    [t("videos:embedScript"), codes.script, 3],
    [t("videos:embedIframe"), codes.iframe, 3],
    [t("videos:embedLink"), codes.link, 1],
    [t("oembedUrl"), `${edgeUrl}/oembed?format=json&url=${encodeURIComponent(`${edgeUrl}/v/${video.hash}`)}`, 1],
    [t("posterUrl"), poster, 1],
  ] as const;
  return (
    <div className={styles["tab"]}>
      <EmbedChoices choices={choices} onChange={(change) => setChosen({ ...chosen, ...change })}>
        <PlayerSelect projectId={video.project_id} value={player} onChange={setPlayer} />
      </EmbedChoices>
      <SettingGroup title={t("embedCodes")} text={video.published ? undefined : t("videos:embedUnpublished")}>
        <div className={styles["codes"]}>
          <CopyCodes codes={rows} />
          <MomentCode folder={`${edgeUrl}/thumb/${video.hash}`} position={position} />
        </div>
        <SettingRow label={t("qr")}>
          <Suspense fallback={<Text c="dimmed">{t("qrLoading")}</Text>}>
            <QrCode text={codes.link} fileName={`${video.hash}.svg`} />
          </Suspense>
        </SettingRow>
      </SettingGroup>
      {permissions.video_view || permissions.restrictions_manage ? <EmbedPages kind="video" id={video.id} /> : null}
    </div>
  );
}

function EmbedChoices({
  choices,
  onChange,
  children,
}: {
  choices: Choices;
  onChange: (change: Partial<Choices>) => void;
  /** Shown before the choices. */
  children: ReactNode;
}) {
  const { t } = useTranslation("video");
  const text = (name: "width" | "height" | "start") => ({
    value: choices[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const flag = (name: "autoplay" | "muted" | "loop") => ({
    checked: choices[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => onChange({ [name]: event.currentTarget.checked }),
  });
  const wrongStart = choices.start.trim() !== "" && readTime(choices.start) === null;
  return (
    <SettingGroup title={t("embedOptions")}>
      {children}
      <SettingRow label={t("embedSize")}>
        <Segments
          aria-label={t("embedSize")}
          value={choices.fixed ? "fixed" : "responsive"}
          onChange={(value) => onChange({ fixed: value === "fixed" })}
          data={[
            { value: "responsive", label: t("embedResponsive") },
            { value: "fixed", label: t("embedFixed") },
          ]}
        />
      </SettingRow>
      {choices.fixed ? <TextInput label={t("embedWidth")} inputMode="numeric" {...text("width")} /> : null}
      {choices.fixed ? <TextInput label={t("embedHeight")} inputMode="numeric" {...text("height")} /> : null}
      <TextInput
        label={t("embedStart")}
        placeholder="0:00"
        classNames={{ wrapper: styles["short"] ?? "" }}
        error={wrongStart ? t("timeWrong") : null}
        {...text("start")}
      />
      <Switch label={t("embedAutoplay")} description={t("embedAutoplayHint")} {...flag("autoplay")} />
      <Switch label={t("embedMuted")} {...flag("muted")} />
      <Switch label={t("embedLoop")} {...flag("loop")} />
    </SettingGroup>
  );
}

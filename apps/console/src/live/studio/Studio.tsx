import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Button, Group, Stack, Switch } from "@mantine/core";
import { IconBroadcast, IconPlayerStopFilled } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { useAskBeforeLeaving } from "../../shell/forms/use-ask-before-leaving.ts";
import type { Device, PictureSource } from "./capture.ts";
import { SoundLevel } from "./SoundLevel.tsx";
import { TrackSwitches } from "./TrackSwitches.tsx";
import { useStudio, type StudioProblem, type StudioWay } from "./use-studio.ts";
import styles from "./Studio.module.css";

const SOURCES = ["camera", "screen"] as const satisfies readonly PictureSource[];

/** The camera, the microphone or the screen of this browser, sent to a livestream. */
export function Studio({ url, readKey, onClose }: StudioWay & { onClose?: () => void }) {
  const { t } = useTranslation("studio");
  const studio = useStudio({ url, readKey });
  const { choice, capture, state, problem } = studio;
  const [mirrored, setMirrored] = useState(true);
  const isSending = state !== "idle";
  useAskBeforeLeaving(isSending, { title: t("leaveTitle"), text: t("leaveText"), yes: t("leave") });
  const isCamera = choice.source === "camera";
  return (
    <Panel
      title={t("title")}
      action={
        <span role="status" className={styles["state"]} data-live={state === "live"}>
          {t(`state_${state}`)}
        </span>
      }
    >
      <div className={styles["studio"]}>
        <Preview stream={capture} mirrored={mirrored && isCamera} />
        <Stack gap="sm">
          {problem === null ? null : <Problem problem={problem} onAgain={capture ? null : studio.again} />}
          <Choices studio={studio} />
          {isCamera ? (
            <Switch
              label={t("mirror")}
              description={t("mirrorHint")}
              checked={mirrored}
              onChange={({ currentTarget }) => setMirrored(currentTarget.checked)}
            />
          ) : null}
          <Group gap="xs">
            {isSending ? (
              <Button color="red" leftSection={<IconPlayerStopFilled size={16} />} onClick={studio.stop}>
                {t("stop")}
              </Button>
            ) : (
              <Button leftSection={<IconBroadcast size={16} />} disabled={!capture} onClick={() => void studio.start()}>
                {t("start")}
              </Button>
            )}
            {capture ? <TrackSwitches key={capture.id} stream={capture} /> : null}
            {isSending || !onClose ? null : (
              <Button variant="default" onClick={onClose}>
                {t("close")}
              </Button>
            )}
          </Group>
        </Stack>
      </div>
    </Panel>
  );
}

/** The picture, the devices, and how loud the microphone is. */
function Choices({ studio }: { studio: ReturnType<typeof useStudio> }) {
  const { t } = useTranslation("studio");
  const { choice, setChoice, capture, devices } = studio;
  const named = (all: readonly Device[]) =>
    all.map(({ id, label }, at) => ({ value: id, label: label || t("unnamed", { number: at + 1 }) }));
  return (
    <>
      <Segments
        aria-label={t("source")}
        value={choice.source}
        onChange={(source) => setChoice({ ...choice, source: source === "screen" ? "screen" : "camera" })}
        data={SOURCES.map((value) => ({ value, label: t(value) }))}
      />
      {choice.source === "camera" && devices.cameras.length > 0 ? (
        <Select
          label={t("cameraDevice")}
          data={named(devices.cameras)}
          value={choice.camera ?? deviceOf(capture, "video") ?? null}
          allowDeselect={false}
          onChange={(camera) => setChoice({ ...choice, camera })}
        />
      ) : null}
      {devices.microphones.length > 0 ? (
        <Select
          label={t("microphone")}
          data={[...named(devices.microphones), { value: "none", label: t("noMicrophone") }]}
          value={choice.microphone ?? deviceOf(capture, "audio") ?? null}
          allowDeselect={false}
          onChange={(microphone) => setChoice({ ...choice, microphone })}
        />
      ) : null}
      {capture && capture.getAudioTracks().length > 0 ? <SoundLevel stream={capture} /> : null}
    </>
  );
}

/** The id of the device that a stream is captured with. */
const deviceOf = (stream: MediaStream | null, kind: "video" | "audio") =>
  stream
    ?.getTracks()
    .find((track) => track.kind === kind)
    ?.getSettings().deviceId;

function Preview({ stream, mirrored }: { stream: MediaStream | null; mirrored: boolean }) {
  const { t } = useTranslation("studio");
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      className={styles["preview"]}
      data-mirrored={mirrored}
      aria-label={t("preview")}
      autoPlay
      muted
      playsInline
    />
  );
}

function Problem({ problem, onAgain }: { problem: StudioProblem; onAgain: (() => void) | null }) {
  const { t } = useTranslation("studio");
  return (
    <div className={styles["problem"]} role="alert">
      <p>{typeof problem === "string" ? t(`problem_${problem}`) : problem.sentence}</p>
      {onAgain ? (
        <Button variant="default" size="xs" onClick={onAgain}>
          {t("again")}
        </Button>
      ) : null}
    </div>
  );
}

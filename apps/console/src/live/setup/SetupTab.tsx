import { IconCopyButton } from "@kinora/ui/IconCopyButton.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { liveCapacityQuery, type Capacity } from "../../platform/live.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { Ladders } from "../monitor/CapacityLine.tsx";
import type { StreamDetail } from "../queries.ts";
import { SrtField } from "./SrtField.tsx";
import { StreamKeyField } from "./StreamKeyField.tsx";
import { TestPanel } from "./TestPanel.tsx";
import styles from "../stream/Stream.module.css";

const EmbedPanel = lazyPart(async () => (await import("./EmbedPanel.tsx")).EmbedPanel);
const PhonePanel = lazyPart(async () => (await import("./PhonePanel.tsx")).PhonePanel);
const GuestPanel = lazyPart(async () => (await import("../guests/GuestPanel.tsx")).GuestPanel, {
  guests: async () => (await import("../guests/guest-texts.ts")).guestTexts,
});
const EncoderHelp = lazyPart(async () => (await import("./EncoderHelp.tsx")).EncoderHelp);

/** How an encoder is connected: address, key, advice, and a test without an encoder. */
export function SetupTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "live"]);
  const { permissions } = useViewer();
  const [key, setKey] = useState<string | null>(null);
  const shownKey = { key, setKey };
  const capacity = useQuery(liveCapacityQuery(stream.project_id)).data;
  return (
    <div className={styles["columns"]}>
      <Panel title={t("setup")} action={capacity?.available ? <HostRoom capacity={capacity} /> : undefined}>
        <Stack gap={12}>
          {capacity?.available === false ? (
            <p className="note problem" role="alert">
              {t("live:unavailable")}
            </p>
          ) : null}
          <Address label={t("streamUrl")} copy={t("copyStreamUrl")} value={stream.rtmp_url} />
          {stream.rtmps_url === null ? null : (
            <Address label={t("secureUrl")} copy={t("copySecureUrl")} value={stream.rtmps_url} />
          )}
          <StreamKeyField stream={stream} shownKey={shownKey} />
          {stream.srt_url === null ? null : <SrtField stream={stream} url={stream.srt_url} />}
          {stream.whip_url === null ? null : (
            <Address label={t("whipUrl")} hint={t("whipHint")} copy={t("copyWhipUrl")} value={stream.whip_url} />
          )}
          <Suspense fallback={null}>
            <EncoderHelp stream={stream} />
          </Suspense>
        </Stack>
      </Panel>
      <Stack gap={12}>
        {permissions.streams_control ? <TestPanel stream={stream} /> : null}
        <Suspense fallback={null}>
          {permissions.streams_key_view && stream.whip_url !== null ? <GuestPanel streamId={stream.id} /> : null}
          {permissions.streams_key_view ? <PhonePanel stream={stream} shownKey={shownKey} /> : null}
          <EmbedPanel stream={stream} />
        </Suspense>
      </Stack>
    </div>
  );
}

function Address({ label, hint, copy, value }: { label: string; hint?: string; copy: string; value: string }) {
  return (
    <TextInput
      label={label}
      description={hint}
      readOnly
      classNames={{ input: "mono" }}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<IconCopyButton label={copy} onCopy={() => copyText(label, value)} />}
    />
  );
}

/** How much of what this host can encode is in use, before an encoder is started in vain. Beside the title it moves nothing when it arrives. */
function HostRoom({ capacity: { ladders_running: running, ladders_possible: possible } }: { capacity: Capacity }) {
  const { t } = useTranslation(["stream", "live"]);
  const isFull = possible !== null && running >= possible;
  return (
    <p className="note">
      <Ladders running={running} possible={possible} />
      {isFull ? `. ${t("live:laddersFull")}` : null}
    </p>
  );
}

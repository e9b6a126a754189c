import type { StreamState } from "@kinora/domain/streams.ts";
import { StatusDot, type StatusTone } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "react-i18next";
import type { Stream } from "./queries.ts";

// Red is reserved for what is on air.
const TONES: Record<StreamState, StatusTone> = {
  not_active: "unpublished",
  loop: "published",
  processing: "processing",
  live: "live",
  paused: "processing",
  ended: "processing",
  disabled: "unpublished",
};

/** A livestream's state in the words of the specification (§4), and whether the test picture is what is sent. */
export function StreamStatus({ stream }: { stream: Pick<Stream, "state" | "label" | "testing"> }) {
  const { t } = useTranslation("live");
  return (
    <StatusDot tone={TONES[stream.state]} detail={stream.testing ? t("testing") : null}>
      {stream.label}
    </StatusDot>
  );
}

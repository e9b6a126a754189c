import { StatusDot } from "@kinora/ui/StatusDot.tsx";
import { useTranslation } from "../../platform/i18n.ts";
import type { Stream } from "../queries.ts";

/** A livestream's state in the words of the specification (§4), and whether the test picture is what is sent. */
export function StreamStatus({ stream }: { stream: Pick<Stream, "state" | "label" | "testing"> }) {
  const { t } = useTranslation("live");
  return (
    <StatusDot state={stream.state} detail={stream.testing ? t("testing") : null}>
      {stream.label}
    </StatusDot>
  );
}

import { STREAM_STATES } from "@kinora/domain/live/stream-states.ts";
import type { StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import type { Filter } from "@kinora/ui/kit/filters.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { STREAM_GROUPS, type LiveAddress } from "./live-view.ts";

type Show = (change: { [Name in keyof LiveAddress]?: LiveAddress[Name] | undefined }) => void;

/** What the livestreams are filtered by: on air or not, then state, activity and days. */
export function useLiveFilters({ address, show }: { address: LiveAddress; show: Show }): {
  segments: StatusSegments;
  filters: Filter[];
} {
  const { t } = useTranslation("live");
  const whether = (name: "recording" | "restream", label: string): Filter => ({
    kind: "choice",
    id: name,
    label,
    options: [{ value: "true", label: t("yes") }],
    value: address[name] === undefined ? undefined : "true",
    onChange: (value) => show({ [name]: value === undefined ? undefined : true }),
  });
  return {
    segments: {
      id: "air",
      label: t("air"),
      all: t("airAll"),
      options: STREAM_GROUPS.map((value) => ({ value, label: t(`air_${value}`) })),
      value: STREAM_GROUPS.find((known) => known === address.state),
      onChange: (value) => show({ state: STREAM_GROUPS.find((known) => known === value) }),
    },
    filters: [
      {
        kind: "choice",
        id: "state",
        label: t("columnState"),
        options: STREAM_STATES.map((value) => ({ value, label: t(`state_${value}`) })),
        value: STREAM_STATES.find((known) => known === address.state),
        onChange: (value) => show({ state: STREAM_STATES.find((known) => known === value) }),
      },
      whether("recording", t("filterRecording")),
      whether("restream", t("filterRestream")),
      { kind: "days", id: "created", label: t("columnCreated"), from: address.from, to: address.to, onChange: show },
    ],
  };
}

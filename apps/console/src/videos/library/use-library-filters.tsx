import { IN_PROGRESS_STATUSES, VIDEO_STATUSES, type VideoStatus } from "@kinora/domain/videos/videos.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import type { StatusSegments } from "@kinora/ui/kit/FilterBar.tsx";
import type { ChoiceFilter, Filter } from "@kinora/ui/kit/filters.ts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../platform/i18n.ts";
import { NumberFilter } from "./filter-editors.tsx";
import { uploadersQuery } from "./library-queries.ts";
import type { LibraryAddress, LibraryAt, LibraryType } from "./library-view.ts";
import { useLabelFilters } from "./use-label-filters.tsx";

const RESOLUTIONS = ["360p", "480p", "720p", "1080p", "1440p", "2160p"];

/** The statuses a list can hold; lists of one status only are not narrowed by it. */
const STATUSES: Partial<Record<LibraryType, readonly VideoStatus[]>> = {
  inprogress: IN_PROGRESS_STATUSES,
  recent: VIDEO_STATUSES,
};

/** The part of an address that is one word out of a few. */
type Word = "status" | "has" | "missing" | "captions" | "sound_only";

/** What a list of the library can be narrowed by. */
export function useLibraryFilters(projectId: number, at: LibraryAt): { segments: StatusSegments; filters: Filter[] } {
  const { t } = useTranslation(["videos", "library", "layout"]);
  const { address, show } = at;
  return {
    segments: {
      id: "published",
      label: t("filterPublished"),
      all: t("all"),
      options: [
        { value: "true", label: t("published") },
        { value: "false", label: t("unpublished") },
      ],
      value: address.published,
      onChange: (published) =>
        show({ published: published === "true" || published === "false" ? published : undefined }),
    },
    filters: [...useLabelFilters(projectId, at), ...usePersonFilter(projectId, at), ...useFileFilters(at)],
  };
}

function usePersonFilter(projectId: number, { address, show }: LibraryAt): Filter[] {
  const { t } = useTranslation("library");
  const people = useQuery(uploadersQuery(projectId)).data ?? [];
  return [
    {
      kind: "choice",
      id: "user",
      label: t("uploader"),
      options: people.map(({ id, name }) => ({ value: String(id), label: name })),
      value: address.user === undefined ? undefined : String(address.user),
      onChange: (user) => show({ user: user === undefined ? undefined : Number(user) }),
    },
  ];
}

/** What the file is, and when it came and was published. */
function useFileFilters(at: LibraryAt): Filter[] {
  const { t } = useTranslation(["library", "layout"]);
  const resolutions = RESOLUTIONS.map((label) => ({ value: label, label }));
  const statuses = STATUSES[at.address.type ?? "completed"] ?? [];
  return [
    ...(statuses.length > 0
      ? [
          choiceFilter(
            at,
            "status",
            t("status"),
            statuses.map((value) => ({ value, label: t(`layout:status_${value}`) })),
          ),
        ]
      : []),
    daysFilter(at, "added", t("added"), "from", "to"),
    daysFilter(at, "published_days", t("publishedDays"), "published_from", "published_to"),
    figureFilter(at, "duration_min", t("durationMin"), t("seconds"), formatDuration),
    figureFilter(at, "duration_max", t("durationMax"), t("seconds"), formatDuration),
    figureFilter(at, "larger", t("larger"), t("megabytes"), (size) => formatBytes(size * 1_000_000)),
    choiceFilter(at, "has", t("has"), resolutions),
    choiceFilter(at, "missing", t("missing"), resolutions),
    choiceFilter(at, "sound_only", t("mediaType"), [
      { value: "false", label: t("mediaVideo") },
      { value: "true", label: t("mediaAudio") },
    ]),
    choiceFilter(at, "captions", t("captions"), [
      { value: "true", label: t("captionsSome") },
      { value: "false", label: t("captionsNone") },
    ]),
  ];
}

/** One word out of a few. */
const choiceFilter = <Name extends Word>(
  { address, show }: LibraryAt,
  name: Name,
  label: string,
  options: readonly { value: NonNullable<LibraryAddress[Name]>; label: string }[],
): ChoiceFilter => ({
  kind: "choice",
  id: name,
  label,
  options,
  value: address[name],
  onChange: (value) => show({ [name]: options.find((option) => option.value === value)?.value }),
});

/** A span of days. */
const daysFilter = (
  { address, show }: LibraryAt,
  id: string,
  label: string,
  from: "from" | "published_from",
  to: "to" | "published_to",
): Filter => ({
  kind: "days",
  id,
  label,
  from: address[from],
  to: address[to],
  onChange: (chosen) => show({ [from]: chosen.from, [to]: chosen.to }),
});

/** A number in a unit. */
function figureFilter(
  { address, show }: LibraryAt,
  id: "duration_min" | "duration_max" | "larger",
  label: string,
  unit: string,
  wordsOf: (value: number) => string,
): Filter {
  const value = address[id];
  return {
    kind: "own",
    id,
    label,
    words: value === undefined ? undefined : wordsOf(value),
    onClear: () => show({ [id]: undefined }),
    editor: (done) => (
      <NumberFilter
        label={label}
        unit={unit}
        value={value}
        onChange={(number) => {
          show({ [id]: number });
          done();
        }}
      />
    ),
  };
}

import type { VideoStatus } from "@kinora/domain/videos.ts";
import { Checkbox, Popover, Select, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import type { MenuParts } from "../layout/MenuLater.tsx";
import { loadCategories, loadTags } from "../platform/labelOptions.ts";
import { useStore } from "../platform/store.ts";
import { labelNames, nameOfLabel, rememberLabels } from "./labelNames.ts";
import { uploadersQuery } from "./libraryQueries.ts";
import type { Narrowing } from "./libraryView.ts";

const LABELS = ["360p", "480p", "720p", "1080p", "1440p", "2160p"];

export interface FilterSubject {
  projectId: number;
  /** Lists of one status only are not narrowed by it. */
  statuses: readonly VideoStatus[];
  narrowing: Narrowing;
  onChange: (narrowing: Narrowing) => void;
}

/** Everything a list can be narrowed by; what is chosen stands beside it as chips and in the address. */
export function FilterPanel({ subject, target, opened, onChange: onOpened }: MenuParts & { subject: FilterSubject }) {
  const { projectId, statuses, narrowing, onChange } = subject;
  const { t } = useTranslation(["library", "layout"]);
  const seen = useStore(labelNames, (value) => value.seen);
  const people = useQuery(uploadersQuery(projectId)).data ?? [];
  const set = <Key extends keyof Narrowing>(key: Key, value: Narrowing[Key] | undefined) => {
    const { [key]: _before, ...others } = narrowing;
    onChange(value === undefined ? others : { ...others, [key]: value });
  };
  const day = (key: "from" | "to" | "published_from" | "published_to") => (
    <TextInput
      type="date"
      label={t(key)}
      value={narrowing[key] ?? ""}
      onChange={(event) => set(key, event.currentTarget.value || undefined)}
    />
  );
  const figure = (key: "duration_min" | "duration_max" | "larger", label: string) => (
    <TextInput
      type="number"
      min={1}
      label={label}
      value={narrowing[key] ?? ""}
      onChange={(event) =>
        set(key, Number(event.currentTarget.value) > 0 ? Math.floor(Number(event.currentTarget.value)) : undefined)
      }
    />
  );
  const resolution = (key: "has" | "missing") => (
    <Select
      label={t(key)}
      placeholder={t("any")}
      clearable
      data={LABELS}
      value={narrowing[key] ?? null}
      onChange={(value) => set(key, value ?? undefined)}
      comboboxProps={{ withinPortal: false }}
    />
  );
  const category =
    narrowing.category !== undefined && narrowing.category !== "none" ? Number(narrowing.category) : null;
  return (
    <Popover position="bottom-start" width={300} trapFocus opened={opened} onChange={onOpened}>
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown style={{ maxHeight: "70vh", overflowY: "auto" }}>
        <Stack gap="xs">
          {statuses.length > 1 ? (
            <Select
              label={t("status")}
              placeholder={t("any")}
              clearable
              data={statuses.map((status) => ({ value: status, label: t(`layout:status_${status}`) }))}
              value={narrowing.status ?? null}
              onChange={(value) =>
                set(
                  "status",
                  statuses.find((status) => status === value),
                )
              }
              comboboxProps={{ withinPortal: false }}
            />
          ) : null}
          <Autocomplete
            label={t("category")}
            value={
              category === null
                ? null
                : { id: category, name: nameOfLabel(seen, "category", category) ?? t("unknown", { id: category }) }
            }
            queryKey={["categories", projectId]}
            load={loadCategories(projectId)}
            onChange={(option) => {
              if (option) rememberLabels("category", [option]);
              set("category", option ? String(option.id) : undefined);
            }}
          />
          <Checkbox
            size="xs"
            label={t("withoutCategory")}
            checked={narrowing.category === "none"}
            onChange={(event) => set("category", event.currentTarget.checked ? "none" : undefined)}
          />
          <Autocomplete
            key={(narrowing.tags ?? []).join(",")}
            label={t("tags")}
            placeholder={t("addTag")}
            value={null}
            without={narrowing.tags ?? []}
            queryKey={["tags", projectId]}
            load={loadTags(projectId)}
            onChange={(option) => {
              if (!option) return;
              rememberLabels("tag", [option]);
              set("tags", [...(narrowing.tags ?? []), option.id]);
            }}
          />
          {(narrowing.tags?.length ?? 0) > 1 ? (
            <Checkbox
              size="xs"
              label={t("allTags")}
              checked={narrowing.tags_mode === "all"}
              onChange={(event) => set("tags_mode", event.currentTarget.checked ? "all" : undefined)}
            />
          ) : null}
          <Checkbox
            size="xs"
            label={t("untagged")}
            checked={narrowing.untagged === "true"}
            onChange={(event) => set("untagged", event.currentTarget.checked ? "true" : undefined)}
          />
          <Select
            label={t("uploader")}
            placeholder={t("anyone")}
            clearable
            searchable
            data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={narrowing.user === undefined ? null : String(narrowing.user)}
            onChange={(value) => set("user", value === null ? undefined : Number(value))}
            comboboxProps={{ withinPortal: false }}
          />
          {day("from")}
          {day("to")}
          {figure("duration_min", t("durationMin"))}
          {figure("duration_max", t("durationMax"))}
          {resolution("has")}
          {resolution("missing")}
          {figure("larger", t("larger"))}
          <Select
            label={t("captions")}
            placeholder={t("any")}
            clearable
            data={[
              { value: "true", label: t("captionsSome") },
              { value: "false", label: t("captionsNone") },
            ]}
            value={narrowing.captions ?? null}
            onChange={(value) => set("captions", value === "true" || value === "false" ? value : undefined)}
            comboboxProps={{ withinPortal: false }}
          />
          {day("published_from")}
          {day("published_to")}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

import { WEBHOOK_SUBJECTS_MAX } from "@kinora/domain/webhooks/limits.ts";
import { Group } from "@mantine/core";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories } from "../platform/label-options.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import type { Named } from "./webhook-fields.ts";
import styles from "./Webhooks.module.css";

const OFFERED = 20;
const loadStreams = (projectId: number) => async (search: string | null, signal: AbortSignal) =>
  (await api.streams.listStreams({ project_id: projectId, search, per_page: OFFERED }, { signal })).data;

interface FilterFieldsProps {
  projectId: number;
  categories: readonly Named[];
  streams: readonly Named[];
  errors: { categories: string | undefined; streams: string | undefined };
  onChange: (change: { categories?: Named[]; streams?: Named[] }) => void;
}

/** Of which videos and livestreams a webhook reports. */
export function FilterFields({ projectId, categories, streams, errors, onChange }: FilterFieldsProps) {
  const { t } = useTranslation("webhooks");
  const maySeeStreams = useViewer().permissions.streams_view;
  return (
    <>
      <NamesField
        label={t("onlyCategories")}
        hint={t("onlyCategoriesHint")}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        chosen={categories}
        error={errors.categories}
        onChange={(names) => onChange({ categories: names })}
      />
      {maySeeStreams ? (
        <NamesField
          label={t("onlyStreams")}
          hint={t("onlyStreamsHint")}
          queryKey={["webhook-streams", projectId]}
          load={loadStreams(projectId)}
          chosen={streams}
          error={errors.streams}
          onChange={(names) => onChange({ streams: names })}
        />
      ) : null}
    </>
  );
}

function NamesField({
  label,
  hint,
  queryKey,
  load,
  chosen,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  queryKey: [string, number];
  load: (search: string | null, signal: AbortSignal) => Promise<Named[]>;
  chosen: readonly Named[];
  error: string | undefined;
  onChange: (names: Named[]) => void;
}) {
  const { t } = useTranslation("webhooks");
  return (
    <div>
      <Autocomplete
        key={chosen.length}
        label={label}
        description={hint}
        error={error}
        queryKey={queryKey}
        load={load}
        value={null}
        disabled={chosen.length >= WEBHOOK_SUBJECTS_MAX}
        onChange={(option) => {
          if (option && !chosen.some(({ id }) => id === option.id))
            onChange([...chosen, { id: option.id, name: option.name }]);
        }}
      />
      {chosen.length === 0 ? null : (
        <Group gap={6} align="stretch" mt={6} renderRoot={(props) => <ul {...props} />} aria-label={label}>
          {chosen.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className={styles["chip"]}
                aria-label={t("removeName", { name })}
                onClick={() => onChange(chosen.filter((each) => each.id !== id))}
                dir="auto"
              >
                {name} ×
              </button>
            </li>
          ))}
        </Group>
      )}
    </div>
  );
}

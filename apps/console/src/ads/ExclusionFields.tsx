import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { useTranslation } from "react-i18next";
import { loadCategories, loadTags } from "../platform/label-options.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import type { AdFields } from "./ad-fields.ts";
import styles from "./Ads.module.css";

type Named = AdFields["excluded_tag_ids"][number];

/** The categories and tags whose videos have no ads. */
export function ExclusionFields({ projectId, form }: { projectId: number; form: Form<AdFields> }) {
  const { t } = useTranslation("ads");
  return (
    <SettingGroup title={t("exclusions")} text={t("exclusionsText")}>
      <NamesRow
        label={t("excludedCategories")}
        placeholder={t("addCategory")}
        queryKey={["categories", projectId]}
        load={loadCategories(projectId)}
        names={form.values.excluded_category_ids}
        error={form.error("excluded_category_ids")}
        readOnly={form.readOnly}
        onChange={(names) => form.edit({ excluded_category_ids: names })}
      />
      <NamesRow
        label={t("excludedTags")}
        placeholder={t("addTag")}
        queryKey={["tags", projectId]}
        load={loadTags(projectId)}
        names={form.values.excluded_tag_ids}
        error={form.error("excluded_tag_ids")}
        readOnly={form.readOnly}
        onChange={(names) => form.edit({ excluded_tag_ids: names })}
      />
    </SettingGroup>
  );
}

function NamesRow({
  label,
  placeholder,
  queryKey,
  load,
  names,
  error,
  readOnly,
  onChange,
}: {
  label: string;
  placeholder: string;
  queryKey: [string, number];
  load: ReturnType<typeof loadTags>;
  names: readonly Named[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (names: Named[]) => void;
}) {
  const { t } = useTranslation("ads");
  return (
    <SettingRow label={label} error={error}>
      <div className={styles["stack"]}>
        {names.length > 0 ? (
          <ul className={styles["chips"]}>
            {names.map(({ id, name }) => (
              <li key={id}>
                <button
                  type="button"
                  className={styles["chip"]}
                  disabled={readOnly}
                  aria-label={t("removeName", { name })}
                  onClick={() => onChange(names.filter((each) => each.id !== id))}
                >
                  {name}
                  {readOnly ? null : " ×"}
                </button>
              </li>
            ))}
          </ul>
        ) : readOnly ? (
          <span className={styles["muted"]}>{t("nothingExcluded")}</span>
        ) : null}
        {readOnly ? null : (
          <Autocomplete
            key={names.length}
            label={placeholder}
            placeholder={placeholder}
            queryKey={queryKey}
            load={load}
            value={null}
            onChange={(option) => {
              if (option && !names.some(({ id }) => id === option.id)) onChange([...names, option]);
            }}
          />
        )}
      </div>
    </SettingRow>
  );
}

import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { loadCategories, loadTags } from "../platform/label-options.ts";
import { useStore } from "../platform/store.ts";
import { Autocomplete } from "../shell/fields/Autocomplete.tsx";
import { useViewer } from "../shell/frame/use-viewer.ts";
import { batch, PUBLICATIONS } from "./batch.ts";
import { storeConcurrency, storedConcurrency } from "./concurrency.ts";
import { PresetField } from "./PresetField.tsx";
import { CONCURRENCIES } from "./queue.ts";
import { uploads } from "./uploads.ts";
import styles from "./Upload.module.css";

/** What every file that is added from now on gets. */
export function BatchPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("imports");
  const { permissions } = useViewer();
  const chosen = useStore(batch, (value) => value);
  return (
    <Panel title={t("defaults")}>
      <div className={styles["batch"]}>
        <p className="muted">{t("defaultsText")}</p>
        <Autocomplete
          label={t("category")}
          placeholder={t("projectDefault")}
          value={chosen.category}
          queryKey={["categories", projectId]}
          load={loadCategories(projectId)}
          onChange={(category) => batch.set({ ...chosen, category })}
        />
        <Autocomplete
          key={chosen.tags.length}
          label={t("tags")}
          placeholder={t("addTag")}
          value={null}
          without={chosen.tags.map(({ id }) => id)}
          queryKey={["tags", projectId]}
          load={loadTags(projectId)}
          onChange={(tag) => tag && batch.set({ ...chosen, tags: [...chosen.tags, tag] })}
        />
        {chosen.tags.length > 0 ? (
          <div className={styles["batchTags"]}>
            {chosen.tags.map((tag) => (
              <Button
                key={tag.id}
                mr={4}
                variant="default"
                size="compact-xs"
                aria-label={t("removeTag", { name: tag.name })}
                onClick={() => batch.set({ ...chosen, tags: chosen.tags.filter(({ id }) => id !== tag.id) })}
                dir="auto"
              >
                {tag.name} ×
              </Button>
            ))}
          </div>
        ) : null}
        <PresetField />
        {permissions.video_publish ? <Publication /> : null}
        <Concurrency />
      </div>
    </Panel>
  );
}

function Publication() {
  const { t } = useTranslation("imports");
  const chosen = useStore(batch, (value) => value);
  return (
    <>
      <Select
        label={t("publication")}
        placeholder={t("projectDefault")}
        clearable
        data={[
          { value: "no", label: t("unpublished") },
          { value: "ready", label: t("publishWhenReady") },
          { value: "at", label: t("publishAt") },
        ]}
        value={chosen.publication}
        onChange={(value) =>
          batch.set({ ...chosen, publication: PUBLICATIONS.find((known) => known === value) ?? null, publishAt: "" })
        }
      />
      {chosen.publication === "at" ? (
        <TextInput
          type="datetime-local"
          label={t("publishAtMoment")}
          value={chosen.publishAt}
          onChange={(event) => batch.set({ ...chosen, publishAt: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}

function Concurrency() {
  const { t } = useTranslation("uploads");
  const [files, setFiles] = useState(storedConcurrency);
  return (
    <Select
      label={t("concurrency")}
      allowDeselect={false}
      data={CONCURRENCIES.map(String)}
      value={String(files)}
      onChange={(value) => {
        const wanted = Number(value);
        setFiles(wanted);
        storeConcurrency(wanted);
        uploads.setConcurrency(wanted);
      }}
    />
  );
}

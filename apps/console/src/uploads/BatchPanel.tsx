import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Select, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { useStore } from "../platform/store.ts";
import { batch } from "./batch.ts";

const PUBLICATION = { true: true, false: false } as const;

/** What every file that is added from now on gets. */
export function BatchPanel({ projectId }: { projectId: number }) {
  const { t } = useTranslation("imports");
  const { permissions } = useViewer();
  const chosen = useStore(batch, (value) => value);
  return (
    <Panel title={t("defaults")}>
      <Stack gap="xs">
        <span className="muted">{t("defaultsText")}</span>
        <Autocomplete
          label={t("category")}
          placeholder={t("projectDefault")}
          value={chosen.category}
          queryKey={["categories", projectId]}
          load={async (search, signal) =>
            (await api.categories.listCategoryOptions({ project_id: projectId, search }, { signal })).data
          }
          onChange={(category) => batch.set({ ...chosen, category })}
        />
        <Autocomplete
          key={chosen.tags.length}
          label={t("tags")}
          placeholder={t("addTag")}
          value={null}
          without={chosen.tags.map(({ id }) => id)}
          queryKey={["tags", projectId]}
          load={async (search, signal) =>
            (await api.tags.listTagOptions({ project_id: projectId, search }, { signal })).data
          }
          onChange={(tag) => tag && batch.set({ ...chosen, tags: [...chosen.tags, tag] })}
        />
        {chosen.tags.length > 0 ? (
          <div>
            {chosen.tags.map((tag) => (
              <Button
                key={tag.id}
                mr={4}
                variant="default"
                size="compact-xs"
                aria-label={t("removeTag", { name: tag.name })}
                onClick={() => batch.set({ ...chosen, tags: chosen.tags.filter(({ id }) => id !== tag.id) })}
              >
                {tag.name} ×
              </Button>
            ))}
          </div>
        ) : null}
        {permissions.video_publish ? (
          <Select
            label={t("publication")}
            placeholder={t("projectDefault")}
            clearable
            data={[
              { value: "false", label: t("unpublished") },
              { value: "true", label: t("publishWhenReady") },
            ]}
            value={chosen.published === null ? null : String(chosen.published)}
            onChange={(value) =>
              batch.set({ ...chosen, published: value === "true" || value === "false" ? PUBLICATION[value] : null })
            }
          />
        ) : null}
      </Stack>
    </Panel>
  );
}

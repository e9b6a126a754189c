import { IMPORT_ITEM_STATES } from "@kinora/domain/imports/imports.ts";
import { IconRss } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { apiInput } from "../../platform/api-input.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { usePollInterval } from "../../platform/use-live-videos.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useItemColumns } from "./item-columns.tsx";
import { importItemsQuery, isMoving, type ImportItem, type ImportJob } from "./job-queries.ts";
import { importItemsView } from "./job-view.ts";

/** The items of an import, which the address narrows to those of one result. */
export function ImportItems({ projectId, job }: { projectId: number; job: ImportJob }) {
  const { t } = useTranslation("importJobs");
  const at = useListAddress(importItemsView);
  const { state } = at.address;
  const input = apiInput(
    "importJobs.listImportItems",
    withoutNothing({ ...importItemsView.pageOf(at.address), state }),
  );
  const list = useQuery({
    ...importItemsQuery(projectId, job.id, input),
    refetchInterval: usePollInterval(isMoving(job)),
  });
  const columns = useItemColumns(list.data?.data ?? []);
  // While the source is read there are none, and saying so would be wrong.
  if (job.state === "receiving" || job.state === "reading") return null;
  return (
    <ListPage
      name="import-items"
      label={t("items")}
      at={at}
      list={list}
      columns={columns}
      nameOf={({ title }) => title}
      segments={{
        id: "state",
        label: t("itemResult"),
        all: t("allResults"),
        options: IMPORT_ITEM_STATES.map((value) => ({ value, label: t(`item_${value}`) })),
        value: state,
        onChange: (value) => at.show({ state: IMPORT_ITEM_STATES.find((known) => known === value) }),
      }}
      noMatch={t("itemsNoMatch")}
      empty={{ icon: <IconRss size={22} stroke={1.6} />, title: t("itemsEmpty") }}
      note={noteOf}
    />
  );
}

/** Why an item was skipped or failed, and what was not imported of it; in the color of failures only where it failed. */
function noteOf({ state, reason, notes }: ImportItem) {
  const sentences = [...(reason === null ? [] : [reason]), ...notes];
  if (sentences.length === 0) return null;
  return state === "failed" ? sentences.join(" ") : <span className="muted">{sentences.join(" ")}</span>;
}

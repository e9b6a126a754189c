import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../platform/i18n.ts";
import { QueryProblem } from "../../../shell/frame/QueryProblem.tsx";
import { DiskList } from "./DiskList.tsx";
import { Reclaim } from "./Reclaim.tsx";
import { storageQuery } from "./system-queries.ts";

/** The disks of the installation, and what could be deleted to free them. */
export function StorageTab() {
  const { t } = useTranslation("system");
  const query = useQuery(storageQuery());
  if (!query.data && query.isError) return <QueryProblem query={query} />;
  if (!query.data) return <SkeletonRows label={t("loading")} thumb={false} />;
  return (
    <Stack gap="md">
      <DiskList storage={query.data} />
      <Reclaim scan={query.data.scan} />
    </Stack>
  );
}

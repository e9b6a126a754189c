import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../../platform/i18n.ts";
import { reasonOf } from "../../../platform/problem.ts";
import { DiskList } from "./DiskList.tsx";
import { Reclaim } from "./Reclaim.tsx";
import { storageQuery } from "./system-queries.ts";

/** The disks of the installation, and what could be deleted to free them. */
export function StorageTab() {
  const { t } = useTranslation(["system", "layout"]);
  const query = useQuery(storageQuery());
  if (!query.data && query.isError)
    return (
      <ErrorState message={reasonOf(query.error)} retryLabel={t("layout:retry")} onRetry={() => void query.refetch()} />
    );
  if (!query.data) return <SkeletonRows label={t("system:loading")} thumb={false} />;
  return (
    <Stack gap="md">
      <DiskList storage={query.data} />
      <Reclaim scan={query.data.scan} />
    </Stack>
  );
}

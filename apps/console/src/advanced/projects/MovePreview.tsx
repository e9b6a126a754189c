import { formatBytes } from "@kinora/ui/bytes.ts";
import { ErrorState } from "@kinora/ui/ErrorState.tsx";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../platform/problem.ts";
import { moveQuery } from "../queries.ts";

interface MovePreviewProps {
  projectId: number;
  accountId: number;
  /** Whether the project can be moved there. */
  onPossible: (possible: boolean) => void;
}

/** What moving a project to an account changes, and whether it is possible. */
export function MovePreview({ projectId, accountId, onPossible }: MovePreviewProps) {
  const { t } = useTranslation(["advanced", "layout"]);
  const preview = useQuery(moveQuery(projectId, accountId));
  const possible = preview.isSuccess;
  useEffect(() => onPossible(possible), [possible, onPossible]);
  if (preview.isError)
    return (
      <ErrorState
        message={reasonOf(preview.error)}
        retryLabel={t("layout:retry")}
        onRetry={() => void preview.refetch()}
      />
    );
  if (!preview.data) return <Text>{t("moveReading")}</Text>;
  const { videos, storage_bytes: bytes, roles, warnings } = preview.data;
  return (
    <div>
      <Text>{t("moveHolds", { count: videos, videos: formatNumber(videos), bytes: formatBytes(bytes) })}</Text>
      {warnings.map((warning) => (
        <Text key={warning}>{warning}</Text>
      ))}
      {roles.length === 0 ? (
        <Text>{t("moveNobody")}</Text>
      ) : (
        <ul aria-label={t("moveRoles")}>
          {roles.map(({ title, becomes, people, loses, gains }) => (
            <li key={title}>
              {t("moveRole", { count: people, title, becomes })}
              {loses.length > 0 ? ` ${t("moveLoses", { permissions: loses.join(", ") })}` : ""}
              {gains.length > 0 ? ` ${t("moveGains", { permissions: gains.join(", ") })}` : ""}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

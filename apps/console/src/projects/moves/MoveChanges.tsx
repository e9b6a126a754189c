import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import type { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";

type Changes = Awaited<ReturnType<typeof api.advanced.previewProjectMove>>["data"];

interface MoveChangesProps {
  preview: UseQueryResult<Changes>;
  /** Whether the project can be moved there. */
  onPossible: (possible: boolean) => void;
}

/** What moving a project to another account changes, and whether it is possible. */
export function MoveChanges({ preview, onPossible }: MoveChangesProps) {
  const { t } = useTranslation("moves");
  const possible = preview.isSuccess;
  useEffect(() => onPossible(possible), [possible, onPossible]);
  if (preview.isError) return <QueryProblem query={preview} />;
  if (!preview.data) return <Text>{t("reading")}</Text>;
  const { videos, storage_bytes: bytes, roles, warnings } = preview.data;
  return (
    <div>
      <Text>{t("holds", { count: videos, videos: formatNumber(videos), bytes: formatBytes(bytes) })}</Text>
      {warnings.map((warning) => (
        <Text key={warning}>{warning}</Text>
      ))}
      {roles.length === 0 ? (
        <Text>{t("nobody")}</Text>
      ) : (
        <ul aria-label={t("roles")}>
          {roles.map(({ title, becomes, people, loses, gains }) => (
            <li key={title}>
              {t("role", { count: people, title, becomes })}
              {loses.length > 0 ? ` ${t("loses", { permissions: loses.join(", ") })}` : ""}
              {gains.length > 0 ? ` ${t("gains", { permissions: gains.join(", ") })}` : ""}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

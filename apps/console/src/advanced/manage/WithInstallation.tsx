import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { installationQuery, type Installation } from "./manage-queries.ts";

/** The forms of a tab, once the installation's settings are there. */
export function WithInstallation({ children }: { children: (saved: Installation) => ReactNode }) {
  const { t } = useTranslation("manage");
  const query = useQuery(installationQuery());
  if (query.data) return <SettingsArea>{children(query.data)}</SettingsArea>;
  if (!query.isError) return <SkeletonRows label={t("loading")} thumb={false} />;
  return <QueryProblem query={query} />;
}

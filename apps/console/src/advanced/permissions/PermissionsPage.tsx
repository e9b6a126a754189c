import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { RoleGrid } from "./RoleGrid.tsx";
import { roleTemplatesQuery, type RoleTemplate } from "./template-queries.ts";

const TemplateDialog = lazyPart(async () => (await import("./TemplateDialog.tsx")).TemplateDialog);

/** What the built-in roles allow in every account, for superusers (spec §2). */
export default function PermissionsPage() {
  const { t } = useTranslation("permissions");
  const list = useQuery(roleTemplatesQuery());
  const [edited, setEdited] = useState<RoleTemplate | null>(null);
  return (
    <>
      <PageHeader title={t("title")} />
      <Text mb="md" maw={760} c="dimmed">
        {t("intro")}
      </Text>
      {list.isError ? (
        <QueryProblem query={list} />
      ) : list.data ? (
        <RoleGrid roles={list.data} onEdit={setEdited} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
      <Later when={edited !== null}>
        {edited ? <TemplateDialog key={edited.template} role={edited} onClose={() => setEdited(null)} /> : null}
      </Later>
    </>
  );
}

import { PROJECT_STANDINGS } from "@kinora/domain/people/installation.ts";
import type { RowAction } from "@kinora/ui/kit/RowMenu.tsx";
import { IconFolders } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { accountFilter } from "../../shell/lists/account-filter.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { useProjectColumns } from "./project-columns.tsx";
import type { ListedProject, ProjectScope, useProjects } from "./project-queries.ts";

interface ProjectsListProps extends ReturnType<typeof useProjects> {
  scope: ProjectScope;
  menu: (project: ListedProject) => RowAction[];
  /** How the first project is made, where that is possible. */
  create?: ReactNode;
}

/** The projects of an account, for its owners, or of all accounts, for superusers. */
export function ProjectsList({ scope, at, list, menu, create }: ProjectsListProps) {
  const { t } = useTranslation("projectList");
  const { account, status } = at.address;
  return (
    <ListPage
      name={scope === null ? "advanced-projects" : "account-projects"}
      label={t("projects")}
      at={at}
      list={list}
      columns={useProjectColumns(scope)}
      nameOf={({ name }) => name}
      searchLabel={t("search")}
      filters={[
        {
          kind: "choice",
          id: "status",
          label: t("status"),
          options: PROJECT_STANDINGS.map((value) => ({ value, label: t(value) })),
          value: status,
          onChange: (value) => at.show({ status: PROJECT_STANDINGS.find((known) => known === value) }),
        },
        ...(scope === null
          ? accountFilter(t("account"), account, list.data?.data[0]?.account, (chosen) => at.show({ account: chosen }))
          : []),
      ]}
      noMatch={t("noMatch")}
      empty={{
        icon: <IconFolders size={22} stroke={1.6} />,
        title: t("none"),
        ...(create === undefined ? {} : { text: t("noneText"), action: create }),
      }}
      actionsWidth={30}
      menu={menu}
    />
  );
}

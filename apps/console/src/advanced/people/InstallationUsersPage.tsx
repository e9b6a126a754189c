import { INSTALLATION_PEOPLE } from "@kinora/domain/people/installation.ts";
import { personName } from "@kinora/ui/kit/people.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { apiInput } from "../../platform/api-input.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { accountFilter } from "../../shell/lists/account-filter.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import { useListAddress } from "../../shell/lists/list-address.ts";
import { ListPage } from "../../shell/lists/ListPage.tsx";
import { peopleKey, peopleQuery, type InstallationPerson } from "../queries.ts";
import { peopleView } from "../views.ts";
import { useInstallationPeopleColumns } from "./people-columns.tsx";
import { usePersonMenu } from "./person-menu.tsx";

const ReasonDialog = lazyPart(async () => (await import("../ReasonDialog.tsx")).ReasonDialog);
const ActAsDialog = lazyPart(async () => (await import("./ActAsDialog.tsx")).ActAsDialog);

/** The people of the installation, for superusers (spec §2). */
export default function InstallationUsersPage() {
  const { t } = useTranslation("advanced");
  const at = useListAddress(peopleView);
  const { search, show, account } = at.address;
  const filter = apiInput("advanced.listInstallationPeople", withoutNothing({ search, show, account }));
  const list = useQuery(peopleQuery({ ...peopleView.pageOf(at.address), ...filter }));
  const [blocked, setBlocked] = useState<InstallationPerson | null>(null);
  const [acted, setActed] = useState<InstallationPerson | null>(null);
  return (
    <>
      <PageHeader title={t("users")} count={list.data ? formatNumber(list.data.pagination.total) : null} />
      <ListPage
        name="advanced-users"
        label={t("users")}
        at={at}
        list={list}
        columns={useInstallationPeopleColumns()}
        height="tall"
        nameOf={personName}
        searchLabel={t("searchUsers")}
        filters={[
          {
            kind: "choice",
            id: "show",
            label: t("status"),
            options: useStandings(),
            value: show,
            onChange: (value) => at.show({ show: INSTALLATION_PEOPLE.find((known) => known === value) }),
          },
          ...accountFilter(t("account"), account, undefined, (chosen) => at.show({ account: chosen })),
        ]}
        noMatch={t("noUsersMatch")}
        empty={{ icon: <IconUsers size={22} stroke={1.6} />, title: t("noUsers") }}
        actionsWidth={30}
        menu={usePersonMenu({ onBlock: setBlocked, onActAs: setActed })}
      />
      <Suspense fallback={null}>
        {acted ? <ActAsDialog person={acted} onClose={() => setActed(null)} /> : null}
        {blocked ? (
          <ReasonDialog
            title={t("blockTitle", { name: personName(blocked) })}
            text={t("blockText")}
            submit={t("block")}
            failure={t("userNotChanged")}
            changes={[peopleKey]}
            call={(reason) => api.advanced.blockPerson({ user_id: blocked.id, reason })}
            onClose={() => setBlocked(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** The standings of people that the list can be narrowed to. */
function useStandings() {
  const { t } = useTranslation("advanced");
  return INSTALLATION_PEOPLE.map((value) => ({ value, label: value === "superuser" ? t("superusers") : t(value) }));
}

import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { DataTable } from "@kinora/ui/kit/DataTable.tsx";
import { Box, Button } from "@mantine/core";
import { IconPlus, IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { ListProblem } from "../../shell/lists/ListProblem.tsx";
import { Later } from "../../shell/menus/Later.tsx";
import { profilesQuery, type Draft } from "../queries.ts";
import { RestrictionsFrame } from "../RestrictionsFrame.tsx";
import { CategoriesPanel } from "./CategoriesPanel.tsx";
import { useProfileColumns } from "./profile-columns.tsx";
import { useProfileMenu } from "./profile-menu.tsx";

const NewProfileDialog = lazyPart(async () => (await import("./NewProfileDialog.tsx")).NewProfileDialog);
const icon = { size: 16, stroke: 1.6 } as const;

/** The restriction profiles of a project and what they apply to. */
export default function ProfilesPage() {
  const { t } = useTranslation("restrictions");
  const mayManage = useViewer().permissions.restrictions_manage;
  const [draft, setDraft] = useState<Draft | null>(null);
  const create = mayManage ? (
    <Button leftSection={<IconPlus {...icon} />} onClick={() => setDraft({ name: "", policy: OPEN_POLICY })}>
      {t("create")}
    </Button>
  ) : undefined;
  return (
    <RestrictionsFrame actions={() => create}>
      {(projectId) => (
        <>
          <Profiles projectId={projectId} mayManage={mayManage} create={create} onCopy={setDraft} />
          <Later when={draft !== null}>
            <NewProfile projectId={projectId} draft={draft} onClose={() => setDraft(null)} />
          </Later>
        </>
      )}
    </RestrictionsFrame>
  );
}

/** The dialog with the profile whose place a new default takes. */
function NewProfile(props: { projectId: number; draft: Draft | null; onClose: () => void }) {
  const profiles = useQuery(profilesQuery(props.projectId)).data?.data ?? [];
  return <NewProfileDialog {...props} usual={profiles.find(({ is_default: isDefault }) => isDefault) ?? null} />;
}

function Profiles({
  projectId,
  mayManage,
  create,
  onCopy,
}: {
  projectId: number;
  mayManage: boolean;
  /** The button that creates one, which is in an empty list, too. */
  create: ReactNode;
  onCopy: (draft: Draft) => void;
}) {
  const { t } = useTranslation("restrictions");
  const navigate = useNavigate();
  const list = useQuery(profilesQuery(projectId));
  const columns = useProfileColumns();
  const menu = useProfileMenu(projectId, onCopy);
  const profiles = list.data?.data;
  return (
    <>
      <DataTable
        label={t("tabProfiles")}
        columns={columns}
        rows={profiles}
        nameOf={({ name }) => name}
        onOpen={({ id }) =>
          void navigate({ to: "/settings/restrictions/$profileId", params: { profileId: String(id) } })
        }
        menu={mayManage ? menu : undefined}
        actionsWidth={30}
        note={({ warning }) => warning}
        problem={list.isError ? <ListProblem list={list} /> : null}
        empty={
          <EmptyState icon={<IconShieldLock size={22} stroke={1.6} />} title={t("empty")} action={create}>
            {t("emptyText")}
          </EmptyState>
        }
      />
      {profiles && profiles.length > 0 && !profiles.some(({ is_default: isDefault }) => isDefault) ? (
        <Box component="p" className="note" mt={8}>
          {t("noDefault")}
        </Box>
      ) : null}
      {list.data ? <GeoNote builtAt={list.data.geo.built_at} own={list.data.geo.own} /> : null}
      {profiles && profiles.length > 0 ? (
        <CategoriesPanel projectId={projectId} profiles={profiles} readOnly={!mayManage} />
      ) : null}
    </>
  );
}

/** The age of the geo database, and whose it is: the licence of DB-IP's (CC BY 4.0) asks for this link. */
function GeoNote({ builtAt, own }: { builtAt: Date | string; own: boolean }) {
  const { t } = useTranslation("restrictions");
  const date = new Date(builtAt).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return (
    <Box component="p" className="note" mt={8}>
      {t(own ? "geoOwn" : "geo", { date })}{" "}
      {own ? null : (
        <a href="https://db-ip.com" target="_blank" rel="noreferrer">
          {t("geoBy")}
        </a>
      )}
    </Box>
  );
}

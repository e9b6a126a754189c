import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { DangerRow } from "@kinora/ui/kit/forms/DangerRow.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import { SettingsForm } from "@kinora/ui/kit/forms/SettingsForm.tsx";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { Box, Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { SettingsArea } from "../../shell/forms/SettingsArea.tsx";
import { QueryProblem } from "../../shell/frame/QueryProblem.tsx";
import { useViewer } from "../../shell/frame/use-viewer.ts";
import { profileQuery, profilesKey, type Profile } from "../queries.ts";
import { BlockedPicture } from "./BlockedPicture.tsx";
import { DryRun } from "./DryRun.tsx";
import { policyOf } from "./profile-fields.ts";
import { ProfileSimulator } from "./ProfileSimulator.tsx";
import { ProfileUses } from "./ProfileUses.tsx";
import { BlockedFields, HowFields, NameField, WhereFields, WhoFields } from "./RuleFields.tsx";
import { useProfileForm } from "./use-profile-form.ts";
import styles from "../Restrictions.module.css";

const SIMULATOR = "simulator";

/** Its first field gets the focus, which scrolls to it: a fragment in the address would leave unsaved rules. */
const goToSimulator = () => document.querySelector<HTMLInputElement>(`#${SIMULATOR} input`)?.focus();

/** One restriction profile: its rules, and who would get through. */
export default function ProfilePage(): ReactNode {
  const { t } = useTranslation("restrictions");
  const projectId = useStore(session, ({ config }) => config?.project_id ?? null);
  const { profileId } = useParams({ from: "/app/settings/restrictions/$profileId" });
  const id = Number(profileId);
  const profile = useQuery({ ...profileQuery(projectId ?? 0, id), enabled: projectId !== null });
  if (projectId === null) return null;
  return (
    <>
      <PageHeader
        title={profile.data?.name ?? t("title")}
        actions={
          <>
            {profile.data ? (
              <Button variant="default" className={styles["toSimulator"] ?? ""} onClick={goToSimulator}>
                {t("simulator")}
              </Button>
            ) : null}
            <Button variant="default" component={Link} to="/settings/restrictions">
              {t("back")}
            </Button>
          </>
        }
      />
      {profile.data ? (
        <Editor key={id} projectId={projectId} profile={profile.data} />
      ) : profile.isError ? (
        <QueryProblem query={profile} />
      ) : (
        <SkeletonRows label={t("loading")} thumb={false} />
      )}
    </>
  );
}

function Editor({ projectId, profile }: { projectId: number; profile: Profile }) {
  const { t } = useTranslation("restrictions");
  const readOnly = !useViewer().permissions.restrictions_manage;
  const { form, saving, onSave } = useProfileForm(projectId, profile, readOnly);
  const policy = policyOf(form.values);
  return (
    <div className={styles["editor"]}>
      <Stack gap="xl" miw={0}>
        <SettingsArea>
          {profile.warning === null ? null : (
            <p className={styles["warning"]} role="alert">
              {profile.warning}
            </p>
          )}
          <SettingsForm
            form={form}
            saving={saving}
            locked={t("readOnly", { permission: permissionNames.restrictions_manage })}
            onSave={onSave}
          >
            <NameField form={form} />
            <WhereFields form={form} />
            <WhoFields form={form} />
            <HowFields form={form} />
            <BlockedFields form={form}>
              <BlockedPicture projectId={projectId} profile={profile} readOnly={readOnly} />
            </BlockedFields>
          </SettingsForm>
        </SettingsArea>
        {readOnly ? null : <DeleteProfile projectId={projectId} profile={profile} />}
      </Stack>
      <div className={styles["rail"]}>
        <ProfileUses projectId={projectId} profile={profile} readOnly={readOnly} />
        <Box id={SIMULATOR} pb={16}>
          <ProfileSimulator projectId={projectId} profileId={profile.id} policy={policy} />
        </Box>
        <DryRun projectId={projectId} profileId={profile.id} policy={policy} />
      </div>
    </div>
  );
}

function DeleteProfile({ projectId, profile: { id, name } }: { projectId: number; profile: Profile }) {
  const { t } = useTranslation("restrictions");
  const navigate = useNavigate();
  const remove = useAction(api.restrictions.deleteRestriction, {
    changes: [profilesKey(projectId)],
    failure: t("notDeleted"),
    onDone: () => navigate({ to: "/settings/restrictions", ignoreBlocker: true }),
  });
  const text = `${t("deleteSure")} ${t("deleteText")}`;
  const question = { title: t("deleteTitle", { name }), text, yes: t("delete"), danger: true };
  return (
    <SettingGroup title={t("dangerZone")}>
      <DangerRow
        title={t("deleteProfile")}
        text={t("deleteText")}
        action={t("delete")}
        busy={remove.isPending}
        onAct={() => void remove.mutateAfter(question, { project_id: projectId, id })}
      />
    </SettingGroup>
  );
}

import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { projectsKey } from "../../projects/list/project-queries.ts";
import { MoveChanges } from "../../projects/moves/MoveChanges.tsx";
import { offerChangesQuery, offeredProjectsKey, type OfferedProject } from "./transfer-queries.ts";

interface AcceptDialogProps {
  accountId: number;
  offer: OfferedProject;
  onClose: () => void;
}

/** Accepts an offered project, after showing what that changes. */
export function AcceptDialog({ accountId, offer, onClose }: AcceptDialogProps) {
  const { t } = useTranslation("transfers");
  const [possible, setPossible] = useState(false);
  const changes = useQuery(offerChangesQuery(accountId, offer.id));
  const accept = useAction(() => api.projects.acceptOfferedProject({ account_id: accountId, transfer_id: offer.id }), {
    changes: [offeredProjectsKey(accountId), projectsKey(accountId)],
    config: true,
    failure: t("notAccepted"),
    onDone: onClose,
  });
  return (
    <FormDialog
      opened
      size={520}
      title={t("acceptTitle", { project: offer.project })}
      submit={t("accept")}
      ready={possible}
      saving={accept.isPending}
      onSubmit={() => accept.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{t("acceptText", { account: offer.account })}</Text>
      <MoveChanges preview={changes} onPossible={setPossible} />
    </FormDialog>
  );
}

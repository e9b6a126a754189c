import { POSTER_MAXIMUM_BYTES } from "@kinora/domain/videos/video-details.ts";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { PictureButton } from "../../shell/fields/PictureButton.tsx";
import { profileQuery, profilesKey, type Profile } from "../queries.ts";
import styles from "../Restrictions.module.css";

interface Props {
  projectId: number;
  profile: Profile;
  readOnly: boolean;
}

/** Uploads and removes the picture of a profile; `problem` says why a file is refused. */
function usePictureChange(projectId: number, id: number) {
  const { t } = useTranslation("restrictions");
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | undefined>();
  const options = {
    changes: [profilesKey(projectId)],
    failure: t("pictureNotSaved"),
    onDone: ({ data }: { data: Profile }) => void client.setQueryData(profileQuery(projectId, id).queryKey, data),
  };
  const upload = useAction(
    async (file: File) =>
      api.restrictions.uploadRestrictionPicture({ project_id: projectId, id, picture: await readAsBase64(file) }),
    {
      ...options,
      onProblem({ fields }) {
        const about = fields["picture"]?.[0];
        setProblem(about);
        return about !== undefined;
      },
    },
  );
  const remove = useAction(api.restrictions.deleteRestrictionPicture, options);
  const choose = (file: File) => {
    const isTooLarge = file.size > POSTER_MAXIMUM_BYTES;
    setProblem(isTooLarge ? t("pictureTooLarge") : undefined);
    if (!isTooLarge) upload.mutate(file);
  };
  return { problem, choose, upload, remove };
}

/** The picture that refused viewers see: uploaded, replaced and removed without saving the form around it. */
export function BlockedPicture({ projectId, profile: { id, picture }, readOnly }: Props) {
  const { t } = useTranslation("restrictions");
  const { problem, choose, upload, remove } = usePictureChange(projectId, id);
  return (
    <SettingRow label={t("picture")} hint={t("pictureHint")} error={problem}>
      <div className={styles["picture"]}>
        {picture ? (
          <img src={picture.url} alt={t("pictureAlt")} width={picture.width} height={picture.height} />
        ) : readOnly ? (
          t("pictureNone")
        ) : null}
        {readOnly ? null : (
          <PictureButton
            fileLabel={t("pictureFile")}
            loading={upload.isPending}
            disabled={remove.isPending}
            onChoose={choose}
          >
            {picture ? t("pictureReplace") : t("pictureUpload")}
          </PictureButton>
        )}
        {picture && !readOnly ? (
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            disabled={upload.isPending}
            onClick={() => remove.mutate({ project_id: projectId, id })}
          >
            {t("pictureRemove")}
          </Button>
        ) : null}
      </div>
    </SettingRow>
  );
}

import {
  CORNERS,
  LINK_MAX,
  PLAYER_PICTURE_BYTES,
  PLAYER_RANGES,
  type Corner,
  type PlayerPicture,
} from "@kinora/domain/players/settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingRow } from "@kinora/ui/kit/forms/SettingRow.tsx";
import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { PictureButton } from "../../shell/fields/PictureButton.tsx";
import { playerKey, type PlayerDetail } from "../queries.ts";
import { NumberRow } from "./NumberRow.tsx";
import type { PlayerForm } from "./player-form.ts";
import styles from "./Editor.module.css";

const CORNER_TEXTS = {
  "top-left": "corner_top_left",
  "top-right": "corner_top_right",
  "bottom-left": "corner_bottom_left",
  "bottom-right": "corner_bottom_right",
} as const satisfies Record<Corner, string>;

/** The place of a picture that was just uploaded. */
const FIRST_PLACE = {
  logo: { link: "", corner: "top-right", opacity: 100, margin: 16, size: 32 },
  watermark: { link: "", corner: "bottom-right", opacity: 60, margin: 56, size: 28 },
} as const;

interface Props {
  name: "logo" | "watermark";
  form: PlayerForm;
  player: PlayerDetail;
}

/** The logo or the watermark of a player: its picture, and its place over the video. */
export function PictureFields({ name, form, player }: Props) {
  const { t } = useTranslation("players");
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const { readOnly } = form;
  const value = form.values[name];
  const upload = useAction(
    async (file: File) => api.players.uploadPlayerPicture({ id: player.id, picture: await readAsBase64(file) }),
    {
      changes: [],
      onDone({ picture, data }) {
        client.setQueryData(playerKey(player.id), data);
        form.edit({ [name]: { ...(value ?? FIRST_PLACE[name]), picture } });
      },
      onProblem({ fields, message }) {
        setProblem(fields["picture"]?.[0] ?? message);
        return true;
      },
    },
  );
  const url = player.pictures.find(({ number }) => number === value?.picture)?.url;
  return (
    <>
      <SettingRow label={t(name)} hint={t("pictureFormats")} error={problem ?? form.error(name)}>
        <div className={styles["picture"]}>
          {url ? <img src={url} alt="" /> : null}
          {readOnly ? null : (
            <PictureButton
              fileLabel={t("pictureFile", { what: t(name).toLowerCase() })}
              loading={upload.isPending}
              disabled={false}
              onChoose={(file) => {
                const isTooLarge = file.size > PLAYER_PICTURE_BYTES;
                setProblem(isTooLarge ? t("pictureTooLarge") : null);
                if (!isTooLarge) upload.mutate(file);
              }}
            >
              {t("uploadPicture")}
            </PictureButton>
          )}
          {value && !readOnly ? (
            <Button variant="subtle" color="red" onClick={() => form.edit({ [name]: null })}>
              {t("removePicture")}
            </Button>
          ) : null}
        </div>
      </SettingRow>
      {value ? <Placement name={name} form={form} value={value} /> : null}
    </>
  );
}

/** The place of a picture over the video. */
function Placement({ name, form, value }: Pick<Props, "name" | "form"> & { value: PlayerPicture }) {
  const { t } = useTranslation("players");
  const { readOnly } = form;
  const change = (part: Partial<PlayerPicture>) => form.edit({ [name]: { ...value, ...part } });
  return (
    <>
      <Select
        label={`${t(name)}: ${t("corner")}`}
        allowDeselect={false}
        disabled={readOnly}
        value={value.corner}
        data={CORNERS.map((corner) => ({ value: corner, label: t(CORNER_TEXTS[corner]) }))}
        onChange={(chosen) => {
          const corner = CORNERS.find((each) => each === chosen);
          if (corner) change({ corner });
        }}
      />
      <TextInput
        label={`${t(name)}: ${t("link")}`}
        readOnly={readOnly}
        placeholder="https://example.com"
        maxLength={LINK_MAX}
        value={value.link}
        error={form.errorAt(`${name}.link`)}
        onChange={({ currentTarget }) => change({ link: currentTarget.value })}
      />
      {(["size", "margin", "opacity"] as const).map((part) => (
        <NumberRow
          key={part}
          label={`${t(name)}: ${t(part)}`}
          unit={part === "opacity" ? t("percent") : t("pixels")}
          readOnly={readOnly}
          range={PLAYER_RANGES[part]}
          value={value[part]}
          error={form.errorAt(`${name}.${part}`)}
          onChange={(number) => change({ [part]: number })}
        />
      ))}
    </>
  );
}

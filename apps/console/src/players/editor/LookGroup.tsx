import {
  BIG_PLAY_STYLES,
  CONTROL_BAR_STYLES,
  FONTS,
  PLAYER_RANGES,
  POSTER_FITS,
} from "@kinora/domain/players/settings.ts";
import { playerWarnings } from "@kinora/domain/players/warnings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { PlayerDetail } from "../queries.ts";
import { Group } from "./Group.tsx";
import { NumberRow } from "./NumberRow.tsx";
import { PictureFields } from "./PictureFields.tsx";
import type { PlayerForm } from "./player-form.ts";
import { Warning } from "./Warning.tsx";
import styles from "./Editor.module.css";

const COLOURS = ["primary_colour", "background_colour", "text_colour", "track_colour"] as const;

/** How a player looks. */
export function LookGroup({ form, player }: { form: PlayerForm; player: PlayerDetail }) {
  const { t } = useTranslation("players");
  const { values, readOnly } = form;
  const faint = playerWarnings(values).find(({ code }) => code === "low_contrast");
  return (
    <Group name="look" form={form}>
      <div className={styles["colours"]}>
        {COLOURS.map((name) => (
          <label key={name}>
            <input
              type="color"
              disabled={readOnly}
              value={values[name]}
              onChange={({ currentTarget }) => form.edit({ [name]: currentTarget.value })}
            />
            <span>{t(name)}</span>
            <code>{values[name]}</code>
          </label>
        ))}
      </div>
      {faint && "contrast" in faint ? (
        <Warning>{t("contrast", { ratio: (Math.floor(faint.contrast * 10) / 10).toFixed(1) })}</Warning>
      ) : null}
      <NumberRow
        label={t("radius")}
        unit={t("pixels")}
        readOnly={readOnly}
        range={PLAYER_RANGES.radius}
        value={values.radius}
        error={form.error("radius")}
        onChange={(radius) => form.edit({ radius })}
      />
      <LookChoices form={form} />
      <Switch label={t("title_overlay")} {...form.flag("title_overlay")} />
      <Switch label={t("description_overlay")} {...form.flag("description_overlay")} />
      <PictureFields name="logo" form={form} player={player} />
      <PictureFields name="watermark" form={form} player={player} />
    </Group>
  );
}

/** What is chosen from a few. */
function LookChoices({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  return (
    <>
      <Select
        label={t("big_play")}
        {...form.choice(
          "big_play",
          BIG_PLAY_STYLES.map((value) => ({ value, label: t(`big_${value}`) })),
        )}
      />
      <Select
        label={t("control_bar")}
        {...form.choice(
          "control_bar",
          CONTROL_BAR_STYLES.map((value) => ({ value, label: t(`bar_${value}`) })),
        )}
      />
      <Select
        label={t("font")}
        {...form.choice(
          "font",
          FONTS.map((value) => ({ value, label: t(`font_${value}`) })),
        )}
      />
      <Select
        label={t("poster_fit")}
        {...form.choice(
          "poster_fit",
          POSTER_FITS.map((value) => ({ value, label: t(`fit_${value}`) })),
        )}
      />
    </>
  );
}

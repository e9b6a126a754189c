import { ASPECTS, PLAYER_RANGES } from "@kinora/domain/players/settings.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { Group } from "./Group.tsx";
import { NumberRow } from "./NumberRow.tsx";
import type { PlayerForm } from "./player-form.ts";

const SIDES = ["frame_width", "frame_height"] as const;

/** The frame that embed codes give a player: as wide as its place in a shape, or of a size. */
export function SizeGroup({ form }: { form: PlayerForm }) {
  const { t } = useTranslation("players");
  const { values } = form;
  return (
    <Group name="size" form={form}>
      <Switch label={t("fixed_size")} description={t("fixedSizeHint")} {...form.flag("fixed_size")} />
      {values.fixed_size ? (
        SIDES.map((name) => (
          <NumberRow
            key={name}
            label={t(name)}
            unit={t("pixels")}
            readOnly={form.readOnly}
            range={PLAYER_RANGES[name]}
            value={values[name]}
            error={form.error(name)}
            onChange={(value) => form.edit({ [name]: value })}
          />
        ))
      ) : (
        <Select
          label={t("aspect")}
          description={t("aspectHint")}
          {...form.choice(
            "aspect",
            ASPECTS.map((value) => ({ value, label: value === "auto" ? t("aspectAuto") : value })),
          )}
        />
      )}
    </Group>
  );
}

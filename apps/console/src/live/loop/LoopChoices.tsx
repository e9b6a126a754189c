import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { LoopFields } from "./loop-fields.ts";

/** When a loop plays, and in which order. */
export function LoopChoices({ form }: { form: Form<LoopFields> }) {
  const { t } = useTranslation("loop");
  return (
    <SettingGroup title={t("times")}>
      <Switch label={t("shuffle")} description={t("shuffleHint")} {...form.flag("shuffle")} />
      <Switch label={t("fade")} description={t("fadeHint")} {...form.flag("fade")} />
      <Switch label={t("beforeLive")} description={t("beforeLiveHint")} {...form.flag("before_live")} />
      <Switch label={t("onDisconnect")} description={t("onDisconnectHint")} {...form.flag("on_disconnect")} />
      <Switch label={t("whenPaused")} description={t("whenPausedHint")} {...form.flag("when_paused")} />
    </SettingGroup>
  );
}

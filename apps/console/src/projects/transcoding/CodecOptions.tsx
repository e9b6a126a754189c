import { RUNG_HEIGHTS } from "@kinora/domain/transcoding/ladder-presets.ts";
import { CODEC_NAMES } from "@kinora/domain/transcoding/picture-codecs.ts";
import { codecFrom, rungLabel, withCodec, type ProjectLadder } from "@kinora/domain/transcoding/project-ladder.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { SettingGroup } from "@kinora/ui/kit/forms/SettingGroup.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Switch } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import type { Ladder } from "../queries.ts";

/** Below this a picture takes so few bits that another codec hardly saves any. */
const USUAL_FROM = 720;

/** The codecs in which rungs are made besides H.264. */
export function CodecOptions({ form, codecs }: { form: Form<ProjectLadder> } & Pick<Ladder, "codecs">) {
  const { t } = useTranslation("projects");
  return (
    <SettingGroup title={t("codecs")} text={t("codecsHint")}>
      {codecs.map((option) => (
        <CodecOption key={option.codec} form={form} option={option} />
      ))}
      {codecs.some(({ codec }) => codecFrom(form.values, codec) !== null) ? (
        <Switch label={t("keepHdr")} description={t("keepHdrHint")} {...form.flag("keepHdr")} />
      ) : null}
    </SettingGroup>
  );
}

/** One codec: whether rungs are made in it, from which height on, and what that takes. */
function CodecOption({ form, option }: { form: Form<ProjectLadder>; option: Ladder["codecs"][number] }) {
  const { t } = useTranslation("projects");
  const describe = useCodecWords();
  const from = codecFrom(form.values, option.codec);
  const codec = CODEC_NAMES[option.codec];
  const choose = (height: (typeof RUNG_HEIGHTS)[number] | null) =>
    form.edit({ rungs: withCodec(form.values, option.codec, height).rungs });
  return (
    <>
      <Switch
        label={t("codecAlso", { codec })}
        description={describe(option)}
        checked={from !== null}
        disabled={form.readOnly || (!option.available && from === null)}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? USUAL_FROM : null)}
      />
      {from === null ? null : (
        <Select
          label={t("codecFrom", { codec })}
          allowDeselect={false}
          disabled={form.readOnly}
          data={RUNG_HEIGHTS.map((height) => ({
            value: String(height),
            label: t("codecFromHeight", { label: rungLabel(height) }),
          }))}
          value={String(from)}
          onChange={(value) => choose(RUNG_HEIGHTS.find((height) => String(height) === value) ?? from)}
        />
      )}
    </>
  );
}

/** What a codec saves and takes, as a sentence. */
function useCodecWords() {
  const { t } = useTranslation("projects");
  return ({ codec: name, available, measured }: Ladder["codecs"][number]): string => {
    const codec = CODEC_NAMES[name];
    if (!available) return t("codecMissing", { codec });
    if (measured === null) return t("codecUnknown", { codec });
    const saved = Math.round((1 - measured.bytes_share) * 100);
    const times = formatNumber(Math.round((1 + measured.time_share) * 10) / 10);
    const words = { saved, times, count: measured.videos };
    return saved > 0 ? t("codecSaves", words) : t("codecSavesNothing", words);
  };
}

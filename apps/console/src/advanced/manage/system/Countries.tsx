import { COUNTRY_FILE_BYTES } from "@kinora/domain/operations/country-file.ts";
import { Facts } from "@kinora/ui/kit/Facts.tsx";
import { Moment } from "@kinora/ui/kit/Moment.tsx";
import { formatMoment } from "@kinora/ui/moments.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, FileButton, Group, Text } from "@mantine/core";
import { readAsBase64 } from "../../../platform/base64.ts";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { toastError } from "../../../platform/toasts.ts";
import { useAction } from "../../../platform/use-action.ts";
import { systemKey, type SystemFacts } from "./system-queries.ts";

/** The country database in use; another file takes its place. */
export function Countries({ countries: { built_at: at, source, name, problem } }: Pick<SystemFacts, "countries">) {
  const { t } = useTranslation("system");
  const options = { changes: [systemKey], failure: t("countriesNotChanged") };
  const replace = useAction(
    async (file: File) => api.advanced.replaceCountries({ file: await readAsBase64(file), name: file.name }),
    options,
  );
  const revert = useAction(() => api.advanced.revertCountries(), options);
  const choose = (file: File | null) => {
    if (file === null) return;
    if (file.size > COUNTRY_FILE_BYTES) toastError(t("countriesTooLarge"));
    else replace.mutate(file);
  };
  const question = {
    title: t("revertCountries"),
    text: t("revertCountriesText", { name: name ?? "" }),
    yes: t("delete"),
    danger: true,
  };
  return (
    <Panel
      title={t("countries")}
      action={
        <Group gap="xs">
          {name === null ? null : (
            <Button
              variant="default"
              loading={revert.isPending}
              onClick={() => void revert.mutateAfter(question, undefined)}
            >
              {t("revertCountries")}
            </Button>
          )}
          <FileButton accept=".mmdb" onChange={choose}>
            {(props) => (
              <Button variant="default" loading={replace.isPending} {...props}>
                {t("uploadCountries")}
              </Button>
            )}
          </FileButton>
        </Group>
      }
    >
      {problem === null ? null : <p role="alert">{problem}</p>}
      <Facts
        label={t("countries")}
        facts={[
          { label: t("built"), value: at === null ? null : <Moment at={at} /> },
          { label: t("builtOn"), value: at === null ? null : formatMoment(at) },
          { label: t("source"), value: t(`source_${source}`, { name: name ?? "" }) },
        ]}
      />
      <Text mt={4} mb="xs" c="dimmed">
        {t("countriesText")}
      </Text>
    </Panel>
  );
}

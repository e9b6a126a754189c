import { FEATURES, type Feature } from "@kinora/domain/operations/features.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { SkeletonRows } from "@kinora/ui/SkeletonRows.tsx";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { reasonOf } from "../../platform/problem.ts";
import { dataQuery } from "../../platform/queries.ts";
import { useAction } from "../../platform/use-action.ts";
import type { InstallationAccount } from "../queries.ts";

const featuresQuery = (accountId: number) =>
  dataQuery(["advanced", "features", accountId], api.advanced.getAccountFeatures, { account_id: accountId });

interface Props {
  account: InstallationAccount;
  onClose: () => void;
}

type Choice = "same" | "on" | "off";
const CHOICES = ["same", "on", "off"] as const;
const OWN: Record<Choice, boolean | null> = { same: null, on: true, off: false };
const choiceOf = (own: boolean | null): Choice => (own === null ? "same" : own ? "on" : "off");

/** The features of one account that are not as in the installation. */
export function FeaturesDialog({ account, onClose }: Props) {
  const { t } = useTranslation("advanced");
  const features = useQuery(featuresQuery(account.id));
  if (features.data) return <FeaturesForm account={account} onClose={onClose} saved={features.data} />;
  return (
    <FormDialog
      title={t("featuresTitle", { name: account.name })}
      submit={t("save")}
      saving={false}
      ready={false}
      onSubmit={() => {}}
      onClose={onClose}
    >
      {features.isError ? (
        <p>{reasonOf(features.error)}</p>
      ) : (
        <SkeletonRows label={t("featuresLoading")} thumb={false} />
      )}
    </FormDialog>
  );
}

function FeaturesForm({
  account,
  onClose,
  saved: { installation, own },
}: Props & { saved: { installation: Record<Feature, boolean>; own: Record<Feature, boolean | null> } }) {
  const { t } = useTranslation("advanced");
  const form = useForm<Record<Feature, Choice>>({
    saved: {
      livestreams: choiceOf(own.livestreams),
      restreams: choiceOf(own.restreams),
      imports: choiceOf(own.imports),
      api_keys: choiceOf(own.api_keys),
      upload_tokens: choiceOf(own.upload_tokens),
      webhooks: choiceOf(own.webhooks),
      downloads: choiceOf(own.downloads),
    },
  });
  const save = useAction(api.advanced.saveAccountFeatures, {
    changes: [featuresQuery(account.id).queryKey],
    config: true,
    failure: t("accountNotChanged"),
    onDone: onClose,
    onProblem: ({ fields }) => form.refuse(fields),
  });
  const { livestreams, restreams, imports, api_keys: keys, upload_tokens: tokens, webhooks, downloads } = form.values;
  const decided = {
    livestreams: OWN[livestreams],
    restreams: OWN[restreams],
    imports: OWN[imports],
    api_keys: OWN[keys],
    upload_tokens: OWN[tokens],
    webhooks: OWN[webhooks],
    downloads: OWN[downloads],
  };
  return (
    <FormDialog
      title={t("featuresTitle", { name: account.name })}
      submit={t("save")}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate({ account_id: account.id, own: decided })}
      onClose={onClose}
    >
      {FEATURES.map((feature) => (
        <Select
          key={feature}
          label={t(`feature_${feature}`)}
          {...form.choice(
            feature,
            CHOICES.map((value) => ({
              value,
              label: value === "same" ? t(installation[feature] ? "asInstallationOn" : "asInstallationOff") : t(value),
            })),
          )}
        />
      ))}
    </FormDialog>
  );
}

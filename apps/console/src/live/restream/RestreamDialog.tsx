import {
  RESTREAM_NAME_MAX,
  RESTREAM_PLATFORMS,
  RESTREAM_PROFILES,
  type RestreamPlatform,
  type RestreamProfile,
} from "@kinora/domain/live/streams.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { useForm, type Form } from "@kinora/ui/kit/forms/use-form.ts";
import { PasswordInput, TextInput } from "@mantine/core";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { useAction } from "../../platform/use-action.ts";
import { LIVE_KEY, type Restream, type StreamDetail } from "../queries.ts";
import { TryRestream } from "./TryRestream.tsx";

/** Where the platforms take streams, as each of them says; empty where everybody has an address of their own. */
const SERVERS: Record<RestreamPlatform, string> = {
  youtube: "rtmps://a.rtmps.youtube.com/live2",
  twitch: "rtmp://live.twitch.tv/app",
  facebook: "rtmps://live-api-s.facebook.com:443/rtmp",
  custom: "",
};

interface RestreamFields {
  name: string;
  platform: RestreamPlatform;
  url: string;
  key: string;
  profile: RestreamProfile;
}

const fieldsOf = (target: Restream | null): RestreamFields => ({
  name: target?.name ?? "",
  platform: target?.platform ?? "custom",
  url: target?.url ?? "",
  key: "",
  profile: target?.profile ?? "source",
});

interface RestreamDialogProps {
  stream: StreamDetail;
  /** Null for a new one. */
  target: Restream | null;
  onClose: () => void;
}

/** The form of a target, and what saves it. */
function useRestreamForm({ stream, target, onClose }: RestreamDialogProps) {
  const { t } = useTranslation("stream");
  const form = useForm<RestreamFields>({
    saved: fieldsOf(target),
    check({ name, url, key }) {
      const keeps = target !== null && url.trim() === target.url;
      return {
        ...(name.trim() === "" ? { name: t("restreamNameEmpty") } : {}),
        ...(keeps || key.trim() !== "" ? {} : { key: t(target === null ? "restreamKeyEmpty" : "restreamKeyOther") }),
      };
    },
  });
  const save = useAction(
    ({ key: typed, ...rest }: RestreamFields) =>
      target === null
        ? api.restreams.createRestream({ stream_id: stream.id, ...rest, key: typed })
        : api.restreams.updateRestream({
            stream_id: stream.id,
            id: target.id,
            ...rest,
            ...(typed === "" ? {} : { key: typed }),
          }),
    {
      changes: [LIVE_KEY],
      onDone: onClose,
      onProblem: ({ fields }) => form.refuse(fields),
    },
  );
  return { form, save };
}

/** Adds a restream target, or changes one; the key it has is never shown. */
export function RestreamDialog(props: RestreamDialogProps) {
  const { stream, target, onClose } = props;
  const { t } = useTranslation("stream");
  const { form, save } = useRestreamForm(props);
  const { url, key } = form.values;
  return (
    <FormDialog
      title={target === null ? t("restreamAddTitle") : t("restreamEditTitle")}
      submit={target === null ? t("add") : t("save")}
      size={460}
      form={form}
      saving={save.isPending}
      onSubmit={() => save.mutate(form.values)}
      onClose={onClose}
    >
      <PlatformSelect form={form} />
      <TextInput
        label={t("restreamName")}
        required
        data-autofocus
        maxLength={RESTREAM_NAME_MAX}
        {...form.text("name")}
      />
      <TextInput label={t("restreamUrl")} required inputMode="url" placeholder="rtmp://" {...form.text("url")} />
      <PasswordInput
        label={t("restreamKey")}
        required={target === null}
        description={target === null ? t("restreamKeyHint") : t("restreamKeyKeep")}
        autoComplete="off"
        visibilityToggleButtonProps={{ "aria-label": t("restreamKeyShow") }}
        {...form.text("key")}
      />
      <Select
        label={t("restreamProfile")}
        description={t(stream.ladder === "passthrough" ? "restreamProfilePassed" : "restreamProfileHint")}
        {...form.choice(
          "profile",
          RESTREAM_PROFILES.map((value) => ({ value, label: t(`restreamProfile_${value}`) })),
        )}
      />
      <TryRestream
        // What was found out holds for what was typed then.
        key={`${url} ${key}`}
        streamId={stream.id}
        target={target}
        url={url}
        streamKey={key}
        onRefused={form.refuse}
      />
    </FormDialog>
  );
}

/** Chooses the platform, and with it its server unless another address was typed. */
function PlatformSelect({ form }: { form: Form<RestreamFields> }) {
  const { t } = useTranslation("stream");
  const { url } = form.values;
  const choose = (value: string | null) => {
    const platform = RESTREAM_PLATFORMS.find((known) => known === value) ?? "custom";
    const untouched = url === "" || Object.values(SERVERS).includes(url);
    form.edit({ platform, ...(untouched ? { url: SERVERS[platform] } : {}) });
  };
  return (
    <Select
      label={t("restreamPlatform")}
      {...form.choice(
        "platform",
        RESTREAM_PLATFORMS.map((value) => ({ value, label: t(`platform_${value}`) })),
      )}
      onChange={choose}
    />
  );
}

import {
  RESTREAM_NAME_MAX,
  RESTREAM_PLATFORMS,
  RESTREAM_PROFILES,
  type RestreamPlatform,
  type RestreamProfile,
} from "@kinora/domain/streams.ts";
import { Button, Group, Modal, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { rereadStream, type Restream, type StreamDetail } from "./queries.ts";
import { RestreamTest } from "./RestreamTest.tsx";
import { serverErrors, type StreamErrors } from "./streamFields.ts";

/** Where the platforms take streams, as each of them says; empty where everybody has an address of their own. */
const SERVERS: Record<RestreamPlatform, string> = {
  youtube: "rtmps://a.rtmps.youtube.com/live2",
  twitch: "rtmp://live.twitch.tv/app",
  facebook: "rtmps://live-api-s.facebook.com:443/rtmp",
  custom: "",
};

/** Adds a restream target, or changes one; the key it has is never shown. */
export function RestreamDialog({
  stream,
  target,
  onClose,
}: {
  stream: StreamDetail;
  /** Null for a new one. */
  target: Restream | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(["stream", "layout"]);
  const client = useQueryClient();
  const [fields, setFields] = useState({
    name: target?.name ?? "",
    platform: target?.platform ?? ("custom" as RestreamPlatform),
    url: target?.url ?? "",
    key: "",
    profile: target?.profile ?? ("source" as RestreamProfile),
  });
  const [errors, setErrors] = useState<StreamErrors>({});
  const save = useMutation({
    mutationFn: ({ key, ...rest }: typeof fields) =>
      target === null
        ? api.restreams.createRestream({ stream_id: stream.id, ...rest, key })
        : api.restreams.updateRestream({
            stream_id: stream.id,
            id: target.id,
            ...rest,
            ...(key === "" ? {} : { key }),
          }),
    async onSuccess({ message }) {
      toastSuccess(message || t("layout:success"));
      onClose();
      await rereadStream(client, stream.project_id, stream.id);
    },
    onError(error) {
      const { status, message, fields: named } = problemOf(error);
      const found = serverErrors(named);
      setErrors(found);
      // A 403 has had its notification already.
      if (Object.keys(found).length === 0 && status !== 403) toastError(message ?? t("layout:error"));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const keeps = target !== null && fields.url.trim() === target.url;
    const missing = {
      ...(fields.name.trim() === "" ? { name: t("restreamNameEmpty") } : {}),
      ...(!keeps && fields.key.trim() === ""
        ? { key: t(target === null ? "restreamKeyEmpty" : "restreamKeyOther") }
        : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length === 0) save.mutate(fields);
  };
  const edit = (change: Partial<typeof fields>) => {
    setFields({ ...fields, ...change });
    setErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change))));
  };
  const choose = (value: string | null) => {
    const platform = RESTREAM_PLATFORMS.find((known) => known === value) ?? "custom";
    const untouched = fields.url === "" || Object.values(SERVERS).includes(fields.url);
    edit({ platform, ...(untouched ? { url: SERVERS[platform] } : {}) });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={target === null ? t("restreamAddTitle") : t("restreamEditTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={460}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Select
            label={t("restreamPlatform")}
            allowDeselect={false}
            value={fields.platform}
            error={errors["platform"]}
            data={RESTREAM_PLATFORMS.map((value) => ({ value, label: t(`platform_${value}`) }))}
            onChange={choose}
          />
          <TextInput
            label={t("restreamName")}
            name="name"
            required
            data-autofocus
            maxLength={RESTREAM_NAME_MAX}
            value={fields.name}
            error={errors["name"]}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <TextInput
            label={t("restreamUrl")}
            name="url"
            required
            inputMode="url"
            placeholder="rtmp://"
            value={fields.url}
            error={errors["url"]}
            onChange={(event) => edit({ url: event.currentTarget.value })}
          />
          <PasswordInput
            label={t("restreamKey")}
            name="key"
            required={target === null}
            description={target === null ? t("restreamKeyHint") : t("restreamKeyKeep")}
            autoComplete="off"
            value={fields.key}
            error={errors["key"]}
            visibilityToggleButtonProps={{ "aria-label": t("restreamKeyShow") }}
            onChange={(event) => edit({ key: event.currentTarget.value })}
          />
          <Select
            label={t("restreamProfile")}
            description={t(stream.ladder === "passthrough" ? "restreamProfilePassed" : "restreamProfileHint")}
            allowDeselect={false}
            value={fields.profile}
            error={errors["profile"]}
            data={RESTREAM_PROFILES.map((value) => ({ value, label: t(`restreamProfile_${value}`) }))}
            onChange={(value) => edit({ profile: RESTREAM_PROFILES.find((known) => known === value) ?? "source" })}
          />
        </Stack>
        <RestreamTest
          // What was found out holds for what was typed then.
          key={`${fields.url} ${fields.key}`}
          streamId={stream.id}
          target={target}
          url={fields.url}
          streamKey={fields.key}
          onErrors={setErrors}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {target === null ? t("add") : t("save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

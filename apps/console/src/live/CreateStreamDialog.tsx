import { STREAM_DESCRIPTION_MAX, STREAM_NAME_MAX } from "@kinora/domain/streams.ts";
import { fromLocalTime } from "@kinora/domain/zonedTime.ts";
import { Button, Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { Autocomplete } from "../layout/Autocomplete.tsx";
import type { AutocompleteOption } from "../layout/useAutocomplete.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { projectZone, session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { findCompleted, optionOf, streamKey, streamsKey } from "./queries.ts";
import { StreamChoices } from "./StreamChoices.tsx";
import {
  NEW_STREAM,
  serverErrors,
  settingsOf,
  streamErrors,
  type StreamErrors,
  type StreamFields,
} from "./streamFields.ts";
import { StreamLabels } from "./StreamLabels.tsx";
import styles from "./StreamForm.module.css";

/** The fields that show without opening the further settings. */
const FIRST = new Set(["name", "description"]);

/** Makes a livestream; a name is enough. What the server objects to stands at its field, and its page opens at the end. */
export function CreateStreamDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { t } = useTranslation(["live", "layout"]);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState<StreamFields>(NEW_STREAM);
  const [errors, setErrors] = useState<StreamErrors>({});
  const [startAt, setStartAt] = useState("");
  const [loop, setLoop] = useState<AutocompleteOption | null>(null);
  const zone = useStore(session, projectZone);
  const [more, setMore] = useState(false);

  const refuse = (found: StreamErrors) => {
    setErrors(found);
    if (Object.keys(found).some((field) => !FIRST.has(field))) setMore(true);
  };
  const create = useMutation({
    mutationFn: (input: StreamFields) =>
      api.streams.createStream({
        project_id: projectId,
        ...settingsOf(input),
        start_at: fromLocalTime(startAt, zone)?.toISOString() ?? null,
        loop_video_id: loop?.id ?? null,
      }),
    async onSuccess({ message, data }) {
      toastSuccess(message || t("layout:success"));
      client.setQueryData(streamKey(data.id), data);
      onClose();
      await navigate({ to: "/live/$streamId", params: { streamId: String(data.id) } });
      await client.invalidateQueries({ queryKey: streamsKey(projectId) });
    },
    onError(error) {
      const { status, message, fields: named } = problemOf(error);
      const found = serverErrors(named);
      refuse(found);
      // A 403 has had its notification already.
      if (Object.keys(found).length === 0 && status !== 403) toastError(message ?? t("layout:error"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const wrong = streamErrors(fields, {
      nameEmpty: t("nameEmpty"),
      numberWrong: (range) => t("dvrWrong", range),
    });
    refuse(wrong);
    if (Object.keys(wrong).length === 0) create.mutate(fields);
  };
  const edit = (change: Partial<StreamFields>) => {
    setFields((now) => ({ ...now, ...change }));
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field.replace("_id", "") in change))),
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("createTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={560}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t("fieldName")}
            name="name"
            required
            data-autofocus
            maxLength={STREAM_NAME_MAX}
            value={fields.name}
            error={errors["name"]}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <Textarea
            label={t("fieldDescription")}
            name="description"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={STREAM_DESCRIPTION_MAX}
            value={fields.description}
            error={errors["description"]}
            onChange={(event) => edit({ description: event.currentTarget.value })}
          />
          <button type="button" className={styles["more"]} aria-expanded={more} onClick={() => setMore(!more)}>
            {t("moreSettings")}
          </button>
          {more ? (
            <>
              <StreamLabels projectId={projectId} fields={fields} errors={errors} readOnly={false} onEdit={edit} />
              <TextInput
                type="datetime-local"
                label={t("fieldStart")}
                description={t("startHint", { zone })}
                value={startAt}
                error={errors["start_at"]}
                onChange={(event) => setStartAt(event.currentTarget.value)}
              />
              <Autocomplete
                label={t("fieldLoop")}
                description={t("loopHint")}
                placeholder={t("loopPlaceholder")}
                value={loop}
                error={errors["loop_video_id"]}
                queryKey={["loop-videos", projectId]}
                load={async (search, signal) => (await findCompleted(projectId, search, signal)).map(optionOf)}
                onChange={(option) => {
                  setLoop(option);
                  setErrors(({ loop_video_id: _solved, ...rest }) => rest);
                }}
              />
              <StreamChoices fields={fields} errors={errors} readOnly={false} onEdit={edit} />
            </>
          ) : null}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("createSubmit")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

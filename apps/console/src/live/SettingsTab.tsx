import { STREAM_DESCRIPTION_MAX, STREAM_NAME_MAX } from "@kinora/domain/streams.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { SaveBar } from "../layout/SaveBar.tsx";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { rereadStream, streamKey, type StreamDetail } from "./queries.ts";
import { StreamChoices } from "./StreamChoices.tsx";
import { fieldsOf, sameFields, serverErrors, settingsOf, streamErrors } from "./streamFields.ts";
import type { StreamErrors, StreamFields } from "./streamFields.ts";
import { StreamLabels } from "./StreamLabels.tsx";
import { useStreamActions } from "./useStreamActions.ts";
import styles from "./Stream.module.css";

/** Everything that is set on a livestream; the save bar is there only while something is unsaved. */
export function SettingsTab({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "live", "layout"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const [saved, setSaved] = useState<StreamFields>(() => fieldsOf(stream));
  const [fields, setFields] = useState(saved);
  const [errors, setErrors] = useState<StreamErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const dirty = !sameFields(fields, saved);
  const readOnly = !permissions.streams_manage;
  useUnsaved(dirty, form);

  // What somebody else changed shows as long as nothing is being edited here.
  const arrived = fieldsOf(stream);
  if (!dirty && !sameFields(arrived, saved)) {
    setSaved(arrived);
    setFields(arrived);
  }

  const save = useMutation({
    mutationFn: (input: StreamFields) => api.streams.updateStream({ id: stream.id, ...settingsOf(input) }),
    async onSuccess({ message, data }) {
      toastSuccess(message || t("layout:success"));
      client.setQueryData(streamKey(data.id), data);
      setSaved(fieldsOf(data));
      setFields(fieldsOf(data));
      setErrors({});
      await rereadStream(client, data.project_id, data.id);
    },
    onError(error) {
      const { status, message, fields: named } = problemOf(error);
      const found = serverErrors(named);
      setErrors(found);
      // A 403 has had its notification already.
      if (Object.keys(found).length === 0 && status !== 403) toastError(message ?? t("notSaved"));
    },
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!dirty || save.isPending || readOnly) return;
    const wrong = streamErrors(fields, {
      nameEmpty: t("live:nameEmpty"),
      numberWrong: (range) => t("live:dvrWrong", range),
    });
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) save.mutate(fields);
  };
  const edit = (change: Partial<StreamFields>) => {
    setFields((now) => ({ ...now, ...change }));
    setErrors((now) =>
      Object.fromEntries(Object.entries(now).filter(([field]) => !(field.replace("_id", "") in change))),
    );
  };
  const part = { fields, errors, readOnly, onEdit: edit };
  return (
    <div className={styles["stack"]}>
      <form ref={form} onSubmit={submit} noValidate>
        <Panel title={t("settings")}>
          <div className={styles["form"]}>
            {readOnly ? <p className={styles["note"]}>{t("readOnly")}</p> : null}
            <TextInput
              label={t("live:fieldName")}
              name="name"
              required
              readOnly={readOnly}
              maxLength={STREAM_NAME_MAX}
              value={fields.name}
              error={errors["name"]}
              onChange={(event) => edit({ name: event.currentTarget.value })}
            />
            <Textarea
              label={t("live:fieldDescription")}
              name="description"
              autosize
              minRows={3}
              maxRows={12}
              readOnly={readOnly}
              maxLength={STREAM_DESCRIPTION_MAX}
              value={fields.description}
              error={errors["description"]}
              onChange={(event) => edit({ description: event.currentTarget.value })}
            />
            <StreamLabels projectId={stream.project_id} {...part} />
            <StreamChoices {...part} />
            {stream.started_at === null || readOnly ? null : <p className={styles["note"]}>{t("settingsNext")}</p>}
          </div>
        </Panel>
        {dirty ? (
          <SaveBar
            saving={save.isPending}
            onDiscard={() => {
              setFields(saved);
              setErrors({});
            }}
          />
        ) : null}
      </form>
      {readOnly ? null : <Danger stream={stream} />}
    </div>
  );
}

function Danger({ stream }: { stream: StreamDetail }) {
  const { t } = useTranslation(["stream", "live"]);
  const navigate = useNavigate();
  const actions = useStreamActions(stream.project_id);
  const remove = async () => {
    if (await actions.remove(stream)) await navigate({ to: "/live" });
  };
  return (
    <Panel title={t("danger")}>
      <div className={styles["danger"]}>
        <p className={styles["note"]}>{t("dangerText")}</p>
        <Button color="red" variant="outline" onClick={() => void remove()}>
          {t("live:delete")}
        </Button>
      </div>
    </Panel>
  );
}

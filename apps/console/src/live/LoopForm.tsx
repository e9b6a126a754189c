import { LOOP_ITEMS_MAX } from "@kinora/domain/streamLoop.ts";
import { formatDuration } from "@kinora/ui/durations.ts";
import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconRepeat } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { SaveBar } from "../layout/SaveBar.tsx";
import { useUnsaved } from "../layout/useUnsaved.ts";
import { useViewer } from "../layout/useViewer.ts";
import { api } from "../platform/client.ts";
import { problemOf } from "../platform/problem.ts";
import { toastError, toastSuccess } from "../platform/toasts.ts";
import { LoopChoices } from "./LoopChoices.tsx";
import { fieldsOf, sameLoop, secondsOf, settingsOf, type LoopEntry, type LoopFields } from "./loopFields.ts";
import { LoopList } from "./LoopList.tsx";
import { LoopNext } from "./LoopNext.tsx";
import { LoopVideoField } from "./LoopVideoField.tsx";
import { loopKey, rereadStream, type StreamDetail, type StreamLoop } from "./queries.ts";
import styles from "./Loop.module.css";
import page from "./Stream.module.css";

/** Chooses a loop's videos, their order and when they play; saved as one. */
export function LoopForm({ stream, loop }: { stream: StreamDetail; loop: StreamLoop }) {
  const { t } = useTranslation(["loop", "layout"]);
  const client = useQueryClient();
  const { permissions } = useViewer();
  const [saved, setSaved] = useState<LoopFields>(() => fieldsOf(loop));
  const [fields, setFields] = useState(saved);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [said, setSaid] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const dirty = !sameLoop(fields, saved);
  const readOnly = !permissions.streams_manage;
  useUnsaved(dirty, form);

  // What somebody else changed shows as long as nothing is being edited here.
  const arrived = fieldsOf(loop);
  if (!dirty && JSON.stringify(arrived) !== JSON.stringify(saved)) {
    setSaved(arrived);
    setFields(arrived);
  }

  const save = useMutation({
    mutationFn: (input: LoopFields) => api.streams.setStreamLoop({ id: stream.id, ...settingsOf(input) }),
    async onSuccess({ message, data }) {
      toastSuccess(message || t("layout:success"));
      client.setQueryData(loopKey(stream.id), data);
      setSaved(fieldsOf(data));
      setFields(fieldsOf(data));
      setErrors([]);
      await rereadStream(client, stream.project_id, stream.id);
    },
    onError(error) {
      const { status, message, fields: named } = problemOf(error);
      const sentences = Object.values(named).flat();
      setErrors(sentences);
      // A 403 has had its notification already.
      if (sentences.length === 0 && status !== 403) toastError(message ?? t("notSaved"));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (dirty && !save.isPending && !readOnly) save.mutate(fields);
  };
  const change = (items: readonly LoopEntry[]) => {
    setFields((now) => ({ ...now, items }));
    setErrors([]);
  };
  const { items } = fields;
  const length = secondsOf(items).reduce((sum, seconds) => sum + seconds, 0);
  const isFull = items.length >= LOOP_ITEMS_MAX;
  return (
    <form ref={form} onSubmit={submit} noValidate className={styles["form"]}>
      <Panel
        title={t("title")}
        action={
          readOnly || items.length === 0 ? undefined : (
            <Button size="compact-sm" variant="default" onClick={() => change([])}>
              {t("clear")}
            </Button>
          )
        }
        flush
      >
        <div className={styles["intro"]}>
          <p className={styles["note"]}>{readOnly ? t("readOnly") : t("text")}</p>
          {readOnly ? null : (
            <LoopVideoField
              projectId={stream.project_id}
              disabled={isFull}
              description={isFull ? t("full", { max: LOOP_ITEMS_MAX }) : undefined}
              onAdd={(item) => change([...items, item])}
            />
          )}
          {errors.length === 0 ? null : (
            <ul className={styles["errors"]} role="alert">
              {errors.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </div>
        {items.length === 0 ? (
          <EmptyState icon={<IconRepeat size={22} stroke={1.6} />} title={t("empty")}>
            {readOnly ? t("emptyReadOnly") : t("emptyText")}
          </EmptyState>
        ) : (
          <>
            <LoopList items={items} readOnly={readOnly} onChange={change} onSay={setSaid} />
            <p className={page["foot"]}>{t("length", { count: items.length, length: formatDuration(length) })}</p>
          </>
        )}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
      </Panel>
      <LoopChoices
        fields={fields}
        readOnly={readOnly}
        onChange={(times) => setFields((now) => ({ ...now, ...times }))}
      />
      {!dirty && loop.since !== null ? <LoopNext items={items} since={loop.since} shuffle={fields.shuffle} /> : null}
      {dirty ? (
        <SaveBar
          saving={save.isPending}
          onDiscard={() => {
            setFields(saved);
            setErrors([]);
          }}
        />
      ) : null}
    </form>
  );
}

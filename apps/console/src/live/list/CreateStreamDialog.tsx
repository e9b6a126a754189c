import { STREAM_DESCRIPTION_MAX, STREAM_NAME_MAX } from "@kinora/domain/live/streams.ts";
import { fromLocalTime } from "@kinora/domain/projects/zoned-time.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";
import { projectZone, session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { useAction } from "../../platform/use-action.ts";
import { streamKey, streamsKey } from "../queries.ts";
import { NEW_STREAM, SERVER_NAMES, settingsOf, streamErrors, type StreamFields } from "../stream/stream-fields.ts";
import { StreamChoices } from "../stream/StreamChoices.tsx";
import { StreamLabels } from "../stream/StreamLabels.tsx";
import { NewLoopField, type NewLoop } from "./NewLoopField.tsx";

/** The fields that show without opening the further settings. */
const FIRST = new Set(["name", "description"]);

interface NewStream extends StreamFields, NewLoop {
  /** As the browser's field writes it, in the project's time zone. */
  start_at: string;
}

const EMPTY: NewStream = { ...NEW_STREAM, start_at: "", loop_kind: "video", loop_video: null, loop_playlist: null };

interface CreateStreamDialogProps {
  projectId: number;
  onClose: () => void;
}

/** The form of a new livestream, what creates it, and whether its further settings show: they open when one of them is wrong. */
function useNewStream({ projectId, onClose }: CreateStreamDialogProps) {
  const { t } = useTranslation("live");
  const client = useQueryClient();
  const navigate = useNavigate();
  const zone = useStore(session, projectZone);
  const [more, setMore] = useState(false);
  const words = {
    nameEmpty: t("nameEmpty"),
    numberWrong: (range: { min: number; max: number }) => t("dvrWrong", range),
  };
  const unfold = (fields: object) => {
    if (Object.keys(fields).some((field) => !FIRST.has(field))) setMore(true);
  };
  const form = useForm<NewStream>({
    saved: EMPTY,
    serverNames: { ...SERVER_NAMES, loop_video_id: "loop_video", loop_playlist_id: "loop_playlist" },
    check(values) {
      const wrong = streamErrors(values, words);
      unfold(wrong);
      return wrong;
    },
  });
  const create = useAction(
    ({ start_at: startAt, loop_kind: kind, loop_video: video, loop_playlist: playlist, ...fields }: NewStream) =>
      api.streams.createStream({
        project_id: projectId,
        ...settingsOf(fields),
        start_at: fromLocalTime(startAt, zone)?.toISOString() ?? null,
        loop_video_id: kind === "video" ? (video?.id ?? null) : null,
        loop_playlist_id: kind === "playlist" ? (playlist?.id ?? null) : null,
      }),
    {
      changes: [streamsKey(projectId)],
      async onDone({ data }) {
        client.setQueryData(streamKey(data.id), data);
        onClose();
        await navigate({ to: "/live/$streamId", params: { streamId: String(data.id) } });
      },
      onProblem({ fields }) {
        unfold(fields);
        return form.refuse(fields);
      },
    },
  );
  return { form, create, zone, more, setMore };
}

/** Makes a livestream; a name is enough. What the server objects to stands at its field, and its page opens at the end. */
export function CreateStreamDialog(props: CreateStreamDialogProps) {
  const { projectId, onClose } = props;
  const { t } = useTranslation("live");
  const { form, create, zone, more, setMore } = useNewStream(props);
  return (
    <FormDialog
      title={t("createTitle")}
      submit={t("createSubmit")}
      size={560}
      form={form}
      saving={create.isPending}
      onSubmit={() => create.mutate(form.values)}
      onClose={onClose}
    >
      <TextInput label={t("fieldName")} required data-autofocus maxLength={STREAM_NAME_MAX} {...form.text("name")} />
      <Textarea
        label={t("fieldDescription")}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={STREAM_DESCRIPTION_MAX}
        {...form.text("description")}
      />
      <Button
        variant="subtle"
        size="compact-sm"
        mr="auto"
        aria-expanded={more}
        leftSection={more ? <IconChevronDown size={16} stroke={1.6} /> : <IconChevronRight size={16} stroke={1.6} />}
        onClick={() => setMore(!more)}
      >
        {t("moreSettings")}
      </Button>
      {more ? (
        <>
          <StreamLabels projectId={projectId} form={form} />
          <TextInput
            type="datetime-local"
            label={t("fieldStart")}
            description={t("startHint", { zone })}
            {...form.text("start_at")}
          />
          <NewLoopField projectId={projectId} form={form} />
          <StreamChoices form={form} />
        </>
      ) : null}
    </FormDialog>
  );
}

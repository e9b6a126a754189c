import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group } from "@mantine/core";
import type { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";

type Saved = Awaited<ReturnType<typeof api.captions.addCaptions>>;

/** What of a caption file viewers will not see: what could not be read, as the server names it, and what begins too late. */
export type UnseenCaptions = Pick<Saved, "skipped" | "after_end"> & { cues: number };

/** Says which captions of a file viewers will not see. */
export function LeftOutOfCaptions({ unseen, onClose }: { unseen: UnseenCaptions; onClose: () => void }) {
  const { cues, after_end: afterEnd, skipped } = unseen;
  const { t } = useTranslation(["video", "layout"]);
  const more = skipped.count - skipped.lines.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("captionsSaved")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={480}
    >
      {afterEnd > 0 ? (
        <p>{t(afterEnd === cues ? "captionsAllAfterEnd" : "captionsAfterEnd", { count: afterEnd })}</p>
      ) : null}
      {skipped.count > 0 ? (
        <>
          <p>{t("captionsLeftOut", { count: skipped.count })}</p>
          <ul aria-label={t("captionsLeftOutLines")}>
            {skipped.lines.map(({ line, message }) => (
              <li key={line}>{t("captionsLine", { line, message })}</li>
            ))}
          </ul>
        </>
      ) : null}
      {more > 0 ? <p>{t("captionsLeftOutMore", { count: more })}</p> : null}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("layout:close")}</Button>
      </Group>
    </Modal>
  );
}

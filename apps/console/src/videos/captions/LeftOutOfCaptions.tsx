import { Modal } from "@kinora/ui/floats.ts";
import { Button, Group } from "@mantine/core";
import type { api } from "../../platform/client.ts";
import { useTranslation } from "../../platform/i18n.ts";

/** What of a caption file could not be read, as the server names it. */
export type LeftOut = Awaited<ReturnType<typeof api.captions.addCaptions>>["skipped"];

/** Says which places of a caption file viewers will not see. */
export function LeftOutOfCaptions({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  const { t } = useTranslation(["video", "layout"]);
  const more = leftOut.count - leftOut.lines.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("captionsSaved")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={480}
    >
      <p>{t("captionsLeftOut", { count: leftOut.count })}</p>
      <ul aria-label={t("captionsLeftOutLines")}>
        {leftOut.lines.map(({ line, message }) => (
          <li key={line}>{t("captionsLine", { line, message })}</li>
        ))}
      </ul>
      {more > 0 ? <p>{t("captionsLeftOutMore", { count: more })}</p> : null}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>{t("layout:close")}</Button>
      </Group>
    </Modal>
  );
}

import { shiftCues, writeSrt, writeVtt } from "@kinora/domain/videos/caption-editing.ts";
import { ActionMenu } from "@kinora/ui/kit/ActionMenu.tsx";
import { ActionIcon, Button, Checkbox, Stack, TextInput } from "@mantine/core";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconChevronDown,
  IconDots,
  IconKeyboard,
  IconPlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../../../platform/i18n.ts";
import type { FramedPlayer } from "../../../shell/frame/use-player.ts";
import { saveText } from "../../files/files.ts";
import type { Captions } from "../CaptionsDialog.tsx";
import { EDITOR_KEYS, onEnter, type EditorKey } from "./editor-keys.ts";
import { FindForm } from "./FindForm.tsx";
import type { CaptionEdits } from "./use-caption-edits.ts";
import { Versions } from "./Versions.tsx";
import styles from "./Editor.module.css";

const icon = { size: 16, stroke: 1.6 } as const;

const TOOLS = ["shift", "find", "versions"] as const;

type Tool = (typeof TOOLS)[number] | "keys";

/** What concerns all captions: undoing, adding, moving, finding, downloading and saving. */
export function EditorTools({
  videoId,
  captions,
  edits,
  player,
  saving,
  onSave,
}: {
  videoId: number;
  captions: Captions;
  edits: CaptionEdits;
  player: FramedPlayer;
  saving: boolean;
  onSave: () => void;
}) {
  const { t } = useTranslation("captionsEditor");
  const [tool, setTool] = useState<Tool | null>(null);
  const toggle = (one: Tool) => () => setTool(tool === one ? null : one);
  return (
    <Stack gap="xs">
      <div className={styles["head"]}>
        <BackLink />
        <h2 className="heading" dir="auto">
          {t("title", { label: captions.label })}
        </h2>
        <Downloads captions={captions} edits={edits} />
        <Button disabled={!edits.dirty} loading={saving} onClick={onSave}>
          {t("save")}
        </Button>
      </div>
      <div className={styles["buttons"]}>
        <StepButton label={t("undo")} icon={IconArrowBackUp} step={edits.undo} />
        <StepButton label={t("redo")} icon={IconArrowForwardUp} step={edits.redo} />
        <Button
          variant="default"
          leftSection={<IconPlus {...icon} />}
          title={t("addHint")}
          onClick={() => edits.add(player.position.get().seconds ?? 0)}
        >
          {t("add")}
        </Button>
        <ToolButtons tool={tool} toggle={toggle} />
      </div>
      <Opened tool={tool} place={{ videoId, captionsId: captions.id }} edits={edits} onClose={() => setTool(null)} />
    </Stack>
  );
}

/** What opens a tool: buttons beside each other; on a phone, a menu, without the keys of a keyboard. */
function ToolButtons({ tool, toggle }: { tool: Tool | null; toggle: (one: Tool) => () => void }) {
  const { t } = useTranslation("captionsEditor");
  return (
    <>
      <div className={styles["tools"]}>
        {TOOLS.map((each) => (
          <Button key={each} variant="default" aria-expanded={tool === each} onClick={toggle(each)}>
            {t(each)}
          </Button>
        ))}
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t("keys")}
          title={t("keys")}
          aria-expanded={tool === "keys"}
          onClick={toggle("keys")}
        >
          <IconKeyboard {...icon} />
        </ActionIcon>
      </div>
      <div className={styles["more"]}>
        <ActionMenu actions={TOOLS.map((each) => ({ label: t(each), onChoose: toggle(each) }))}>
          <ActionIcon variant="default" size={30} aria-label={t("more")}>
            <IconDots {...icon} />
          </ActionIcon>
        </ActionMenu>
      </div>
    </>
  );
}

/** The form or list of the tool that is open. */
function Opened({
  tool,
  place,
  edits,
  onClose,
}: {
  tool: Tool | null;
  place: { videoId: number; captionsId: number };
  edits: CaptionEdits;
  onClose: () => void;
}) {
  if (tool === "shift") return <ShiftForm edits={edits} onClose={onClose} />;
  if (tool === "find") return <FindForm edits={edits} onClose={onClose} />;
  if (tool === "versions") return <Versions {...place} edits={edits} />;
  return tool === "keys" ? <Keys /> : null;
}

/** Leads to the list of captions. */
function BackLink() {
  const { t } = useTranslation("captionsEditor");
  return (
    <Link
      from="/video/$videoId"
      to="."
      search={({ captions_id: _closed, ...others }) => others}
      aria-label={t("back")}
      title={t("back")}
      className={styles["back"] ?? ""}
    >
      <IconArrowLeft {...icon} />
    </Link>
  );
}

function StepButton({ label, icon: Icon, step }: { label: string; icon: TablerIcon; step: (() => void) | null }) {
  return (
    <ActionIcon
      variant="default"
      size={30}
      aria-label={label}
      title={label}
      disabled={step === null}
      onClick={() => step?.()}
    >
      <Icon {...icon} />
    </ActionIcon>
  );
}

/** The captions in the editor, saved or not, as files. */
function Downloads({ captions: { label, language }, edits: { cues } }: { captions: Captions; edits: CaptionEdits }) {
  const { t } = useTranslation("captionsEditor");
  const name = `${label.replaceAll(/[^\p{L}\p{N} ._-]+/gu, "_").trim() || "captions"}.${language}`;
  return (
    <ActionMenu
      actions={[
        { label: t("downloadVtt"), onChoose: () => saveText(writeVtt(cues), `${name}.vtt`, "text/vtt") },
        { label: t("downloadSrt"), onChoose: () => saveText(writeSrt(cues), `${name}.srt`, "application/x-subrip") },
      ]}
    >
      <Button variant="default" rightSection={<IconChevronDown {...icon} />}>
        {t("download")}
      </Button>
    </ActionMenu>
  );
}

/** Moves all captions by some seconds, or those from the selected one on. */
function ShiftForm({ edits, onClose }: { edits: CaptionEdits; onClose: () => void }) {
  const { t } = useTranslation("captionsEditor");
  const [typed, setTyped] = useState("");
  const [fromSelected, setFromSelected] = useState(false);
  const seconds = /^[-+]?\d{1,5}(?:[.,]\d{1,3})?$/.test(typed.trim()) ? Number(typed.trim().replace(",", ".")) : null;
  const apply = () => {
    if (seconds !== null)
      edits.edit(shiftCues(edits.cues, seconds, fromSelected ? (edits.selected?.id ?? null) : null));
  };
  return (
    <div className={styles["form"]}>
      <TextInput
        label={t("shiftBy")}
        description={t("shiftHint")}
        inputMode="decimal"
        value={typed}
        error={typed !== "" && typed !== "-" && seconds === null ? t("shiftWrong") : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onEnter(apply)}
      />
      <Checkbox
        label={t("shiftFrom")}
        checked={fromSelected}
        onChange={(event) => setFromSelected(event.currentTarget.checked)}
      />
      <div className={styles["buttons"]}>
        <Button disabled={seconds === null} onClick={apply}>
          {t("shiftApply")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

function Keys() {
  const { t } = useTranslation("captionsEditor");
  return (
    <dl className={styles["keys"]}>
      {(Object.keys(EDITOR_KEYS) as EditorKey[]).map((name) => (
        <div key={name}>
          <dt>{t(`key_${name}`)}</dt>
          <dd>
            {EDITOR_KEYS[name].shown.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { fetchHeaderProblem, type FetchHeader } from "@kinora/domain/uploads/fetch-header.ts";
import { IMPORTS_AT_ONCE } from "@kinora/domain/uploads/uploads.ts";
import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { FormErrors } from "@kinora/ui/kit/forms/FormErrors.tsx";
import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { batch, batchSettings } from "./batch.ts";
import { BatchSummary } from "./BatchSummary.tsx";
import { HeaderFields } from "./HeaderFields.tsx";
import { useImport } from "./use-import.ts";

const NO_HEADER: FetchHeader = { name: "", value: "" };

/** The addresses that are typed, each once. */
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/\s*\n\s*/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

/** The import of typed addresses: what is typed, what is wrong with it, and what begins it. */
function useUrlsImport(projectId: number, onClose: () => void) {
  const { t } = useTranslation("imports");
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [header, setHeader] = useState(NO_HEADER);
  const [headerProblem, setHeaderProblem] = useState<ReturnType<typeof fetchHeaderProblem>>(null);
  const chosen = useStore(batch, (value) => value);
  const { send, sending } = useImport(projectId);
  const urls = addressesIn(text);
  const close = () => {
    setHeader(NO_HEADER);
    setHeaderProblem(null);
    onClose();
  };
  const submit = async () => {
    const wrong = urls.filter((url) => !/^https?:\/\//i.test(url) || !URL.canParse(url));
    if (urls.length === 0) return setProblems([t("urlsEmpty")]);
    if (urls.length > IMPORTS_AT_ONCE) return setProblems([t("urlsTooMany")]);
    if (wrong.length > 0) return setProblems(wrong.map((url) => t("urlWrong", { url })));
    const typed = { name: header.name.trim(), value: header.value.trim() };
    const used = typed.name !== "" || typed.value !== "";
    const wrongHeader = used ? fetchHeaderProblem(typed) : null;
    setHeaderProblem(wrongHeader);
    if (wrongHeader !== null) return setProblems([]);
    const refused = await send(
      "url",
      urls.map((url) => ({ url, ...batchSettings(chosen) })),
      used ? typed : undefined,
    );
    if (refused === null) return;
    setText(refused.map(({ url }) => url).join("\n"));
    setProblems(refused.map(({ url, message }) => t("notImported", { url, message: message ?? "" })));
    if (refused.length === 0) close();
  };
  const changeHeader = (typed: FetchHeader) => {
    setHeader(typed);
    setHeaderProblem(null);
  };
  return { text, setText, urls, header, headerProblem, changeHeader, problems, sending, submit, close };
}

interface ImportUrlsDialogProps {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}

/** Takes addresses of video files, one per line; the server fetches each, with a header where they ask for one. */
export function ImportUrlsDialog({ projectId, opened, onClose }: ImportUrlsDialogProps) {
  const { t } = useTranslation("imports");
  const { text, setText, urls, header, headerProblem, changeHeader, problems, sending, submit, close } = useUrlsImport(
    projectId,
    onClose,
  );
  const hosts = [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).host))].filter(Boolean);
  return (
    <FormDialog
      opened={opened}
      title={t("urlsTitle")}
      submit={urls.length > 1 ? t("importMany", { count: urls.length }) : t("import")}
      size={560}
      saving={sending}
      onSubmit={() => void submit()}
      onClose={close}
    >
      <Textarea
        label={t("urlsLabel")}
        description={t("urlsHint")}
        rows={6}
        data-autofocus
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <HeaderFields header={header} problem={headerProblem} hosts={hosts} onChange={changeHeader} />
      <BatchSummary />
      <FormErrors messages={problems} />
    </FormDialog>
  );
}

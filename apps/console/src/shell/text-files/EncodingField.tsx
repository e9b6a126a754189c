import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import { Box } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import { tellingLines, type TextFile } from "./text-file.ts";

/** Encodings of text files that programs still write, besides the one that was detected. */
const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-7",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "ibm866",
  "macintosh",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
const LINES = 3;
const isNamed = (name: string): name is (typeof ENCODINGS)[number] => ENCODINGS.some((known) => known === name);

/** Shows how a file is read whose encoding is not certain, and lets another one be chosen; nothing for a certain one. */
export function EncodingField({ file, onChoose }: { file: TextFile; onChoose: (encoding: string) => void }) {
  const { t } = useTranslation("textFiles");
  const names = isNamed(file.encoding) ? ENCODINGS : [file.encoding, ...ENCODINGS];
  return (
    <Box my="sm">
      <Select
        label={t("encoding")}
        description={t("encodingHint")}
        searchable
        allowDeselect={false}
        value={file.encoding}
        data={names.map((name) => ({ value: name, label: isNamed(name) ? t(`encoding_${name}`) : name }))}
        onChange={(name) => {
          if (name !== null) onChoose(name);
        }}
      />
      <Box component="ul" className="note" mt={4} aria-label={t("sample")} dir="auto">
        {tellingLines(file.text, LINES).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Box>
    </Box>
  );
}

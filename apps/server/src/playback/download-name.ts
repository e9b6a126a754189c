const MAXIMUM_LETTERS = 150;

/**
 * The Content-Disposition of a download with this name (RFC 6266): the exact name as `filename*` (RFC 8187), and one of plain
 * letters for clients without support for that. Characters that a file system or a reader could misread are replaced.
 */
export function attachment(name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  const cut = (text: string) => Array.from(text).slice(0, MAXIMUM_LETTERS).join("");
  // Separators, characters forbidden on Windows, controls, and bidirectional marks.
  const clean = (cut(stem) + cut(extension))
    .toWellFormed()
    .replaceAll(/[/\\:*?"<>|\p{Cc}\p{Cf}]/gu, "_")
    .replace(/^[.\s]+/, "_");
  const plain = clean
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, "_");
  // What encodeURIComponent leaves as it is and RFC 8187 does not allow.
  const exact = encodeURIComponent(clean).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain || "download"}"; filename*=UTF-8''${exact || "download"}`;
}

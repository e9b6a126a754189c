/** What the examples do. */
export const EXAMPLES = ["list", "upload"] as const;
export type Example = (typeof EXAMPLES)[number];
export const LANGUAGES = ["curl", "typescript"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The values of one's own that an example contains. */
interface Place {
  /** The API host without a trailing slash. */
  apiUrl: string;
  projectId: number;
  /** A key's secret; null for the one in the environment. */
  secret: string | null;
}

/** The name of the program that an example in TypeScript is saved as. */
export const programOf = (example: Example): string => (example === "list" ? "list-videos.mts" : "upload-video.mts");

/** Puts a secret into the environment that the examples read. */
export const environmentOf = (secret = "vk_live_…"): string => `export KINORA_API_KEY="${secret}"`;

/** An example that runs as it is: `upload` takes a file video.mp4 of the folder. */
export function exampleCode(example: Example, language: Language, place: Place): string {
  return CODES[example][language](place);
}

const CODES: Record<Example, Record<Language, (place: Place) => string>> = {
  list: { curl: listWithCurl, typescript: listWithFetch },
  upload: { curl: uploadWithCurl, typescript: uploadWithFetch },
};

const listUrl = ({ apiUrl, projectId }: Place) => `${apiUrl}/projects/${projectId}/videos?per_page=5`;

/** The metadata of an upload (tus 1.0, "Upload-Metadata"). */
const metadataOf = ({ projectId }: Place) => `filename ${btoa("video.mp4")},project_id ${btoa(String(projectId))}`;

const inShell = ({ secret }: Place) => `-H "Authorization: Bearer ${secret ?? "$KINORA_API_KEY"}"`;
const inProgram = ({ secret }: Place) =>
  secret === null ? "Authorization: `Bearer ${process.env.KINORA_API_KEY}`" : `Authorization: "Bearer ${secret}"`;

function listWithCurl(place: Place): string {
  return `curl "${listUrl(place)}" \\
  ${inShell(place)}`;
}

function listWithFetch(place: Place): string {
  return `const response = await fetch("${listUrl(place)}", {
  headers: { ${inProgram(place)} },
});
if (!response.ok) throw new Error(await response.text());
const { data } = (await response.json()) as { data: { id: number; title: string; status: string }[] };
for (const { id, title, status } of data) console.log(id, title, status);`;
}

function uploadWithCurl(place: Place): string {
  return `curl -i "${place.apiUrl}/uploads" -X POST --upload-file video.mp4 \\
  ${inShell(place)} \\
  -H "Tus-Resumable: 1.0.0" \\
  -H "Upload-Length: $(wc -c < video.mp4 | tr -d ' ')" \\
  -H "Upload-Metadata: ${metadataOf(place)}" \\
  -H "Content-Type: application/offset+octet-stream"`;
}

function uploadWithFetch(place: Place): string {
  return `import { openAsBlob } from "node:fs";

const file = await openAsBlob("video.mp4");
const response = await fetch("${place.apiUrl}/uploads", {
  method: "POST",
  headers: {
    ${inProgram(place)},
    "Tus-Resumable": "1.0.0",
    "Upload-Length": String(file.size),
    "Upload-Metadata": "${metadataOf(place)}",
    "Content-Type": "application/offset+octet-stream",
  },
  body: file,
});
if (!response.ok) throw new Error(await response.text());
console.log(response.headers.get("location"));`;
}

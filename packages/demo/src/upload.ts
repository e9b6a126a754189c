import { open, stat } from "node:fs/promises";
import { CommandError } from "@kinora/server/cli/command.ts";
import type { Config } from "@kinora/server/platform/config.ts";
import { internalAddress } from "@kinora/server/platform/http/internal-address.ts";
import type { Visitor } from "./visitor.ts";

export interface FileToUpload {
  path: string;
  /** Upload-Metadata (tus 1.0): `project_id` and `filename`, and options of the new video. */
  metadata: Record<string, string | number | boolean>;
}

/** Uploads a file in one piece (tus 1.0); returns its video's id. @throws CommandError when the API refuses it. */
export async function uploadFile(
  config: Pick<Config, "urls" | "internalUrls">,
  visitor: Visitor,
  { path, metadata }: FileToUpload,
): Promise<number> {
  const { size } = await stat(path);
  const headers = () => ({ ...visitor.headers(), "tus-resumable": "1.0.0" });
  const created = await fetch(`${config.internalUrls.api}/uploads`, {
    method: "POST",
    headers: { ...headers(), "upload-length": String(size), "upload-metadata": encoded(metadata) },
  });
  const location = created.headers.get("location");
  if (!location) throw new CommandError(`The upload was refused: ${await created.text()}`);
  const file = await open(path);
  try {
    const sent = await fetch(internalAddress(config, location), {
      method: "PATCH",
      headers: { ...headers(), "upload-offset": "0", "content-type": "application/offset+octet-stream" },
      body: file.readableWebStream() as ReadableStream<Uint8Array>,
      duplex: "half",
    });
    if (!sent.ok) throw new CommandError(`The upload failed: ${await sent.text()}`);
  } finally {
    await file.close();
  }
  const { data } = await visitor.api.uploads.getUpload({ id: new URL(location).pathname.split("/").at(-1) ?? "" });
  return data.video_id;
}

/** Deletes the person's uploads to a project that are not complete (tus 1.0, Termination). @throws CommandError */
export async function deleteUnfinishedUploads(
  config: Pick<Config, "urls" | "internalUrls">,
  visitor: Visitor,
  projectId: number,
): Promise<void> {
  const { data: unfinished } = await visitor.api.uploads.listUnfinishedUploads({ project_id: projectId });
  for (const { upload_url: url } of unfinished) {
    const deleted = await fetch(internalAddress(config, url), {
      method: "DELETE",
      headers: { ...visitor.headers(), "tus-resumable": "1.0.0" },
    });
    // The page that began it may delete it as well.
    if (!deleted.ok && deleted.status !== 404 && deleted.status !== 410)
      throw new CommandError(`An upload was not deleted: ${await deleted.text()}`);
  }
}

const encoded = (values: FileToUpload["metadata"]): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString("base64")}`)
    .join(",");

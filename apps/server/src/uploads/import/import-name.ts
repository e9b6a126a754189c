import { composed } from "@kinora/domain/composed.ts";
import { projectChannel, VIDEO_CHANGED_EVENT } from "@kinora/domain/realtime.ts";
import type { Services } from "../../context.ts";
import { publish } from "../../platform/events/events.ts";
import { titleOf } from "../create.ts";
import type { UploadRow } from "../rows.ts";
import { dispositionName, unescaped } from "./disposition.ts";
import type { FetchedUrl } from "./fetch-url.ts";

const MAXIMUM_NAME_CHARACTERS = 1_000;

/** The file name of a URL: the last segment of its path, whose escapes are UTF-8, else Windows-1252. */
export function fileNameOf(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "") ?? hostname;
  const name = unescaped(last, "utf-8") ?? unescaped(last, "windows-1252") ?? last;
  return composed(name).replaceAll(/[\p{Cc}/\\]/gu, " ");
}

/** The name of a fetched file: the server's own, else that of the address it came from in the end, else of the one that was asked for. */
export function fetchedName(
  { disposition, address }: Pick<FetchedUrl, "disposition" | "address">,
  asked: string,
): string {
  const last = fileNameOf(address);
  const hasEnding = (name: string) => /.\.[A-Za-z0-9]{1,8}$/.test(name);
  // Stores of files redirect to addresses that are only a key.
  const fromAddress = hasEnding(last) || !hasEnding(asked) ? last : asked;
  return (dispositionName(disposition) ?? fromAddress).slice(0, MAXIMUM_NAME_CHARACTERS).toWellFormed();
}

/** Gives an import and its video the name of the fetched file, and a title that nobody chose its title; answers the row as it is then. */
export async function nameImport<T extends UploadRow>(services: Services, row: T, fetched: FetchedUrl): Promise<T> {
  const fileName = fetchedName(fetched, row.file_name);
  if (fileName === row.file_name) return row;
  const before = titleOf({ title: null, fileName: row.file_name });
  await services.db.transaction().execute(async (tx) => {
    // The video before the upload, in the order in which finishing locks them.
    const video = await tx
      .updateTable("videos")
      .set({ file_name: fileName })
      .where("id", "=", row.video_id)
      .where("status", "=", "uploading")
      .returning(["id", "title"])
      .executeTakeFirst();
    if (!video) return;
    if (video.title === before)
      await tx
        .updateTable("videos")
        .set({ title: titleOf({ title: null, fileName }) })
        .where("id", "=", video.id)
        .execute();
    await tx.updateTable("uploads").set({ file_name: fileName }).where("id", "=", row.id).execute();
    await publish(tx, projectChannel(row.project_id), VIDEO_CHANGED_EVENT, { id: row.video_id });
  });
  return { ...row, file_name: fileName };
}

import { selectRow } from "@kinora/db/testing-rows.ts";
import { aProject, testServices, type TestProject, type TestServices } from "../platform/testing.ts";
import { keyHeaders, uploadServer, type Headers, type UploadServer } from "./upload-server.ts";

/** The setup of upload tests: a project, an upload server, and a key that may upload. */
export interface UploadPlace {
  services: TestServices;
  project: TestProject;
  server: UploadServer;
  key: Headers;
  /** The upload metadata of a file for the project. */
  file(values?: Record<string, string | number>): Record<string, string | number>;
  /** The row of an upload. */
  row(id: string): ReturnType<typeof readRow>;
  /** The row of the video created from an upload. */
  videoOf(id: string): ReturnType<typeof readVideo>;
  close(): Promise<void>;
}

const readRow = ({ db }: TestServices, id: string) => selectRow(db, "uploads", { id });
const readVideo = ({ db }: TestServices, id: string) => selectRow(db, "videos", { file_id: id });

export async function openUploadPlace(): Promise<UploadPlace> {
  const services = await testServices();
  const project = await aProject(services);
  const server = await uploadServer(services);
  const key = await keyHeaders(services, project, ["upload"]);
  return {
    services,
    project,
    server,
    key,
    file: (values = {}) => ({ project_id: project.projectId, filename: "Holiday.mp4", ...values }),
    row: (id) => readRow(services, id),
    videoOf: (id) => readVideo(services, id),
    async close() {
      await server.close();
      await services.stop();
    },
  };
}

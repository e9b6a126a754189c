import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerApi, type Call } from "../testing/api.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import type { UploadItem } from "./queue.ts";
import { startSpeed } from "./speed.ts";
import { UploadDetails } from "./UploadDetails.tsx";

const item: UploadItem = {
  ...{ key: 1, projectId: 3, file: new File([], "harbour.mp4"), title: "Harbour", state: "uploading", sentBytes: 0 },
  ...{ speed: startSpeed(0, 0), uploadUrl: "/uploads/1", videoId: 7, error: null },
  ...{ choices: {}, restarted: false, retries: 0, isWaitingForServer: false, isFileChanged: false },
};
let calls: Call[];

beforeEach(() => {
  signedIn();
  calls = answerApi();
});

test("details beside an upload are saved alone: what others change meanwhile stays", async () => {
  await renderPart(<UploadDetails item={item} />);
  fireEvent.change(await screen.findByLabelText("Description"), { target: { value: "From the pier" } });
  fireEvent.click(screen.getByText("Save details"));
  await waitFor(() => expect(calls.some(({ name }) => name === "videos.updateVideo")).toBe(true));
  const { body } = calls.find(({ name }) => name === "videos.updateVideo") ?? { body: "" };
  expect(JSON.parse(body)).toEqual({ title: "Harbour", description: "From the pier" });
});

import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { leftOut } from "./left-out.ts";
import { LeftOutFiles } from "./LeftOutFiles.tsx";
import { useFileIntake } from "./use-file-intake.ts";

beforeEach(() => {
  signedIn();
  leftOut.set({ last: null });
});

const notes = () => new File(["x"], "notes.odt", { type: "application/vnd.oasis.opendocument.text" });
const nothing = () => new File([], "empty.mp4", { type: "video/mp4" });

function Page() {
  const take = useFileIntake(3);
  return (
    <>
      <LeftOutFiles projectId={3} />
      <button type="button" onClick={() => take([notes(), nothing()])}>
        Choose
      </button>
    </>
  );
}

test("files that were left out stay named with their reasons until that is dismissed", async () => {
  await renderPart(<Page />);
  fireEvent.click(await screen.findByText("Choose"));
  const notice = await screen.findByRole("status");
  expect(notice.textContent).toContain("2 of 2 files were skipped");
  expect(notice.textContent).toContain("notes.odt isn't a video or audio file.");
  expect(notice.textContent).toContain("empty.mp4 is empty.");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("status")).toBeNull();
});

test("what another project's page left out is not shown", async () => {
  leftOut.set({ last: { projectId: 4, chosen: 1, reasons: ["a.txt isn't a video or audio file."] } });
  await renderPart(<Page />);
  await screen.findByText("Choose");
  expect(screen.queryByRole("status")).toBeNull();
});

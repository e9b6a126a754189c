import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { question } from "../platform/confirm.ts";
import { answerFetch } from "../testing/answer-fetch.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { usePlayerMenu } from "./use-player-menu.tsx";

let changes: string[];

beforeEach(() => {
  signedIn();
  changes = [];
  answerFetch(async (request) => {
    changes.push(`${request.method} ${new URL(request.url).pathname}`);
    return Response.json({ message: "Player is deleted." });
  });
});

function Actions({ videos = 0, isDefault = false }: { videos?: number; isDefault?: boolean }) {
  const menu = usePlayerMenu(3);
  return menu({ id: 7, title: "Dark", videos, streams: 1_000, playlists: 0, is_default: isDefault }).map(
    ({ label, onChoose }) => (
      <button key={label} type="button" onClick={onChoose}>
        {label}
      </button>
    ),
  );
}

test("deleting a player asks the specification's question and names what uses it", async () => {
  await renderPart(<Actions videos={2} />);
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(question.get().asked).not.toBeNull());
  expect(question.get().asked?.text).toBe(
    "Are you sure you want to permanently delete this player? In use by 2 videos, 1,000 livestreams. Their embeds get the default player.",
  );
  expect(changes).toEqual([]);
  question.get().answer(true);
  await waitFor(() => expect(changes).toEqual(["DELETE /players/7"]));
});

test("the default player is neither deleted nor made the default", async () => {
  await renderPart(<Actions isDefault />);
  expect((await screen.findAllByRole("button")).map(({ textContent }) => textContent)).toEqual([
    "Duplicate",
    "Copy as curl",
  ]);
});

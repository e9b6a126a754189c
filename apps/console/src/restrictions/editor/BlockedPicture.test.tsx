import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { profileQuery, type Profile } from "../queries.ts";
import { BlockedPicture } from "./BlockedPicture.tsx";

const PICTURE = { url: "http://localhost:4003/blocked/abcd.jpg", width: 1280, height: 720 };

/** What the server has, and what it was sent. */
let kept: Profile;
let sent: { method: string; path: string; body: unknown }[];
let refusal: string | null;

const aProfile = (picture: Profile["picture"]): Profile => ({
  id: 7,
  name: "Partners",
  policy: OPEN_POLICY,
  message: "",
  picture,
  is_default: false,
  used_by: { videos: 0, streams: 0, categories: 0, playlists: 0 },
  denied: 0,
  warning: null,
  created_at: "2026-09-21T10:00:00.000Z",
  version: 1,
  updated_at: "2026-09-21T10:00:00.000Z",
});

beforeEach(() => {
  signedIn();
  [kept, sent, refusal] = [aProfile(null), [], null];
  answerFetch(async (request) => {
    const answer = (body: object, status = 200) => Response.json(body, { status });
    if (request.method === "GET") return answer({ data: kept });
    const text = await request.text();
    sent.push({
      method: request.method,
      path: new URL(request.url).pathname,
      body: text === "" ? null : (JSON.parse(text) as object),
    });
    if (refusal) return answer({ message: refusal, code: "invalid", errors: { picture: [refusal] } }, 422);
    kept = aProfile(request.method === "DELETE" ? null : PICTURE);
    return answer({ message: "Done.", data: kept });
  });
});

function Row({ readOnly }: { readOnly: boolean }) {
  const { data } = useQuery(profileQuery(3, 7));
  return data ? <BlockedPicture projectId={3} profile={data} readOnly={readOnly} /> : null;
}
const show = (readOnly = false) => renderPart(<Row readOnly={readOnly} />);
const choose = async (file: File) => {
  await screen.findByRole("button", { name: "Upload image" });
  fireEvent.change(screen.getByLabelText("Image for blocked viewers"), { target: { files: [file] } });
};

test("a picture for blocked viewers is uploaded, shown and removed", async () => {
  await show();
  await choose(new File(["png"], "closed.png"));
  const shown = await screen.findByRole<HTMLImageElement>("img", { name: "Image for blocked viewers" });
  expect(shown.src).toBe(PICTURE.url);
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  await screen.findByRole("button", { name: "Upload image" });
  expect(screen.queryByRole("img")).toBeNull();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /projects/3/restrictions/7/picture",
    "DELETE /projects/3/restrictions/7/picture",
  ]);
  expect(sent[0]?.body).toEqual({ picture: "cG5n" });
});

test("the row says why a picture is refused; a file that is too large is not sent", async () => {
  refusal = "This picture cannot be read.";
  await show();
  await choose(new File(["no picture"], "closed.png"));
  expect(await screen.findByText(refusal)).toBeDefined();
  const large = new File([], "large.png");
  Object.defineProperty(large, "size", { value: 5 * 1024 * 1024 + 1 });
  await choose(large);
  expect(await screen.findByText("Images can be up to 5 MB.")).toBeDefined();
  await waitFor(() => expect(screen.queryByText(refusal ?? "")).toBeNull());
  expect(sent).toHaveLength(1);
});

test("who may only look sees the picture and no buttons", async () => {
  kept = aProfile(PICTURE);
  await show(true);
  expect(await screen.findByRole("img")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

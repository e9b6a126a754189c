import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import type { PlayerDetail } from "../queries.ts";
import { Stage } from "./Stage.tsx";

/** What the server answers to requests for the list of videos, and for one of them. */
let list: () => Response | Promise<Response>;
let one: () => Response | Promise<Response>;
/** The livestreams of the project. */
let streams: object[];

const answer = (body: object, status = 200) => Response.json(body, { status });
const page = (data: object[]) => answer({ data, pagination: { page: 1, per_page: 50, total: data.length } });
const refused = () => answer({ message: "The server has no connection to its database.", code: "unavailable" }, 503);

beforeEach(() => {
  signedIn();
  streams = [];
  list = () => page([{ id: 4, title: "Harbor", image_urls: {} }]);
  one = () => answer({ data: { id: 4, preview_url: "http://localhost:4003/embed/abcd?token=x" } });
  answerFetch(async (_, { pathname }) => {
    if (pathname.endsWith("/streams")) return page(streams);
    return pathname.endsWith("/videos") ? list() : one();
  });
});

const player = { id: 1, hash: "p1p1p1p1", project_id: 3 } as PlayerDetail;
const show = (change: Partial<PlayerSettings> = {}) =>
  renderPart(<Stage player={player} settings={{ ...DEFAULT_PLAYER_SETTINGS, ...change }} />);

test("the preview keeps its place while it loads, and shows the player on the newest video", async () => {
  let release: (answer: Response) => void = () => {};
  one = () => new Promise((resolve) => (release = resolve));
  await show();
  expect(await screen.findByRole("status", { name: "Loading" })).toBeTruthy();
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.length).toBe(3));
  release(answer({ data: { id: 4, preview_url: "http://localhost:4003/embed/abcd?token=x" } }));
  const frame = await screen.findByTitle(/Harbor/);
  expect(frame.getAttribute("src")).toBe("http://localhost:4003/embed/abcd?token=x&player=p1p1p1p1&ads=player");
});

test.each(["list", "one"])("what fails says why and is tried again (%s)", async (which) => {
  const [goodList, goodOne] = [list, one];
  if (which === "list") list = refused;
  else one = refused;
  await show();
  expect((await screen.findByRole("alert")).textContent).toContain("no connection to its database");
  [list, one] = [goodList, goodOne];
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByTitle(/Harbor/)).toBeTruthy();
});

test("a livestream is shown by the address that is the member's, so that it plays the draft's ads", async () => {
  list = () => page([]);
  streams = [{ id: 9, name: "Harbor" }];
  one = () => answer({ data: { id: 9, hash: "efgh", preview_url: "http://localhost:4003/embed/efgh?token=y" } });
  await show();
  const frame = await screen.findByTitle(/Harbor/);
  expect(frame.getAttribute("src")).toBe("http://localhost:4003/embed/efgh?token=y&player=p1p1p1p1&ads=player");
});

test.each([
  [{ aspect: "4:3" }, "4/3", "768px", "aspect-ratio:4/3"],
  [{ aspect: "auto" }, "1080/1920", "768px", "aspect-ratio:1080/1920"],
  [{ fixed_size: true, frame_width: 320, frame_height: 240 }, "320/240", "320px", 'width="320" height="240"'],
] as [Partial<PlayerSettings>, string, string, string][])(
  "the preview and the codes of a draft with %j have its frame",
  async (change, aspectRatio, width, code) => {
    list = () => page([{ id: 4, title: "Harbor", image_urls: {}, width: 1080, height: 1920 }]);
    await show(change);
    const frame = await screen.findByTitle(/Harbor/);
    expect(frame.style.aspectRatio.replaceAll(" ", "")).toBe(aspectRatio);
    expect(frame.style.width).toBe(width);
    expect(document.body.textContent).toContain(code);
  },
);

test("a project without videos says what the preview needs", async () => {
  list = () => page([]);
  await show();
  expect(await screen.findByText(/upload/i)).toBeTruthy();
});

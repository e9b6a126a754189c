import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../../platform/session.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { StreamRestrictions } from "./StreamRestrictions.tsx";

let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { pathname, search } = new URL(new Request(input, init).url);
    asked.push(pathname + search);
    const body = pathname.endsWith("/denials")
      ? { data: [], more: false }
      : { data: pathname.endsWith("/restriction") ? { profile: null, from: null, rules: [] } : [], geo: null };
    return new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } });
  });
});

const show = () =>
  renderPart(
    <StreamRestrictions stream={{ id: 7, hash: "abcd1234", project_id: 3 }} />,
    new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
const denials = () => asked.filter((path) => path.includes("/denials"));

test("a livestream has the list of viewers it refused", async () => {
  await show();
  await waitFor(() => expect(denials()).toEqual(["/projects/3/denials?stream=7"]), { timeout: 20_000 });
  expect(await screen.findByRole("heading", { name: "Denied" })).toBeTruthy();
});

test("those who may not see restrictions do not ask for it", async () => {
  const hidden = new Set(["referrer_restrictions_view", "restrictions_manage"]);
  session.set({
    config: aConfig(
      {},
      PERMISSIONS.filter((each) => !hidden.has(each)),
    ),
    user: aUser(),
  });
  await show();
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  expect(denials()).toEqual([]);
});

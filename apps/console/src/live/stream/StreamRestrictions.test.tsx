import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { session } from "../../platform/session.ts";
import { answerFetch } from "../../testing/answer-fetch.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { StreamRestrictions } from "./StreamRestrictions.tsx";

let asked: string[];

beforeEach(() => {
  signedIn();
  asked = [];
  answerFetch(async (_, { pathname, search }) => {
    asked.push(pathname + search);
    const body = pathname.endsWith("/denials")
      ? { data: [], more: false }
      : { data: pathname.endsWith("/restriction") ? { profile: null, from: null, rules: [] } : [], geo: null };
    return Response.json(body);
  });
});

const show = () => renderPart(<StreamRestrictions stream={{ id: 7, hash: "abcd1234", project_id: 3 }} />);
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

import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { AdsGroup } from "./AdsGroup.tsx";
import { fieldsOf, type PlayerFields } from "./player-form.ts";

let now: PlayerSettings;

beforeEach(signedIn);
afterEach(cleanup);

function Editor({ settings }: { settings: Partial<PlayerSettings> }) {
  const draft = { ...DEFAULT_PLAYER_SETTINGS, ...settings };
  const form = useForm<PlayerFields>({ saved: fieldsOf({ title: "A player", draft }), readOnly: false });
  useEffect(() => {
    now = form.values;
  });
  return <AdsGroup form={form} />;
}

async function show(settings: Partial<PlayerSettings> = {}) {
  await renderPart(<Editor settings={settings} />);
  for (const closed of document.querySelectorAll("details")) closed.open = true;
}
async function choose(name: string) {
  fireEvent.click(screen.getByRole("combobox", { name: "Ads" }));
  fireEvent.click(await screen.findByRole("option", { name }));
}
const write = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

test("a player has the project's ads until it gets a tag with fallbacks, or none", async () => {
  await show();
  expect(screen.queryByRole("textbox", { name: /^Ad tag/ })).toBeNull();
  await choose("A tag of this player");
  write(/^Ad tag/, "https://ads.example.com/vast");
  write(/^Fallback tags/, "https://ads.example.com/1\nhttps://ads.example.com/2");
  expect(now).toMatchObject({
    ads_enabled: true,
    ads_off: false,
    ad_tag: "https://ads.example.com/vast",
    ad_fallback_tags: ["https://ads.example.com/1", "https://ads.example.com/2"],
  });
  await choose("None");
  expect(now).toMatchObject({ ads_enabled: false, ads_off: true });
  expect(screen.queryByRole("textbox", { name: "Ads timeout" })).toBeNull();
});

test("timeouts are the project's until the player gets its own", async () => {
  await show();
  const timeout = screen.getByRole("textbox", { name: "Ads timeout" });
  expect([timeout.getAttribute("placeholder"), now.ads_timeout_seconds]).toEqual(["As the project", null]);
  write(/^Ads timeout$/, "3");
  expect(now.ads_timeout_seconds).toBe(3);
  write(/^Ads timeout$/, "");
  expect(now.ads_timeout_seconds).toBeNull();
});

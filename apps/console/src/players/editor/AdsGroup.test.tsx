import { DEFAULT_PLAYER_SETTINGS, type PlayerSettings } from "@kinora/domain/players/settings.ts";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { AdsGroup } from "./AdsGroup.tsx";
import { fieldsOf, type PlayerFields } from "./player-form.ts";

let now: PlayerSettings;
let schedules: { id: number; name: string }[];

beforeEach(() => {
  signedIn();
  schedules = [
    { id: 3, name: "Default" },
    { id: 7, name: "Sport" },
  ];
});

function Editor({ settings }: { settings: Partial<PlayerSettings> }) {
  const draft = { ...DEFAULT_PLAYER_SETTINGS, ...settings };
  const form = useForm<PlayerFields>({ saved: fieldsOf({ title: "A player", draft }), readOnly: false });
  useEffect(() => {
    now = form.values;
  });
  return <AdsGroup form={form} schedules={schedules} />;
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
  await choose("Custom tag");
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

test("a player has the schedule that is chosen for it, until it is deleted", async () => {
  await show();
  await choose("Ad schedule");
  expect(now).toMatchObject({ ad_schedule_id: 3, ads_enabled: false, ads_off: false });
  fireEvent.click(screen.getByRole("combobox", { name: "Ad schedule" }));
  fireEvent.click(await screen.findByRole("option", { name: "Sport" }));
  expect(now.ad_schedule_id).toBe(7);
  await choose("Project default");
  expect(now.ad_schedule_id).toBeNull();
  cleanup();
  await show({ ad_schedule_id: 12 });
  expect(screen.getByText(/^This schedule was deleted/)).toBeTruthy();
});

test("a project without schedules offers none", async () => {
  schedules = [];
  await show();
  fireEvent.click(screen.getByRole("combobox", { name: "Ads" }));
  expect(await screen.findByRole("option", { name: "None" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: "Ad schedule" })).toBeNull();
});

test("timeouts are the project's until the player gets its own", async () => {
  await show();
  const timeout = screen.getByRole("textbox", { name: "Ads timeout" });
  expect([timeout.getAttribute("placeholder"), now.ads_timeout_seconds]).toEqual(["Project default", null]);
  write(/^Ads timeout$/, "3");
  expect(now.ads_timeout_seconds).toBe(3);
  write(/^Ads timeout$/, "");
  expect(now.ads_timeout_seconds).toBeNull();
});

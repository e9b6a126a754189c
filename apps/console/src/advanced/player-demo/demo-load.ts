import { adTagProblem } from "@kinora/domain/ads/ad-macros.ts";
import { defaultAdSettings } from "@kinora/domain/ads/ad-settings.ts";
import { adsOfTag } from "@kinora/domain/ads/embed-ads.ts";
import { readDemoSource } from "@kinora/domain/playback/demo.ts";
import { changedSettings } from "@kinora/domain/players/settings.ts";
import { api } from "../../platform/client.ts";
import { problemOf } from "../../platform/problem.ts";
import { FieldProblem, type DemoFields } from "./demo-fields.ts";
import type { DemoItem } from "./demo-queries.ts";
import type { DemoOrders } from "./use-demo-frame.ts";

/** What the stage shows. */
export interface LoadedDemo {
  /** Null for an address of another server. */
  item: DemoItem | null;
  title: string;
  /** Of the page in the frame. */
  page: string;
  player: string | null;
  orders: DemoOrders;
}

type Words = (key: "sourceEmpty" | "sourceUnknown" | "itemMissing" | "hostMissing" | "settingsNoObject") => string;

interface Surroundings {
  edgeUrl: string;
  t: Words;
  notJson: (reason: string) => string;
  /** A video whose embed page can play an address of another server. */
  host: () => Promise<DemoItem | null>;
}

/** Finds out what the fields ask for. @throws FieldProblem for what cannot be taken, and what the API throws. */
export async function loadDemo(fields: DemoFields, around: Surroundings): Promise<LoadedDemo> {
  const settings = await readSettings(fields.settings, around);
  const ads = readAds(fields);
  const found = await findSource(fields, around);
  const isMember = fields.context === "member";
  const { item } = found;
  const page = new URL(
    isMember || found.url !== null ? found.host.preview_url : `${around.edgeUrl}/embed/${found.host.hash}`,
  );
  if (!isMember && found.url === null && fields.token.trim() !== "")
    page.searchParams.set("token", fields.token.trim());
  if (item && fields.player !== null) page.searchParams.set("player", fields.player);
  // The page may fetch from other servers then, which only who may change the project's ads is allowed.
  if (found.url !== null || ads !== null) page.searchParams.set("ads", "draft");
  return {
    item,
    title: found.url ?? found.host.title,
    page: page.href,
    player: item ? fields.player : null,
    orders: { settings, ads, source: found.url === null ? null : { source: found.url, live: fields.live } },
  };
}

async function findSource(
  { item, address }: DemoFields,
  { edgeUrl, t, host }: Surroundings,
): Promise<{ item: DemoItem | null; host: DemoItem; url: string | null }> {
  if (address.trim() === "") {
    if (!item) throw new FieldProblem("item", t("sourceEmpty"));
    return { item, host: item, url: null };
  }
  const source = readDemoSource(address, edgeUrl);
  if (!source) throw new FieldProblem("address", t("sourceUnknown"));
  if (source.kind === "address") {
    const page = await host();
    if (!page) throw new FieldProblem("address", t("hostMissing"));
    return { item: null, host: page, url: source.url };
  }
  const found = (await api.advanced.listDemoItems({ search: source.hash })).data.find(
    ({ hash }) => hash === source.hash,
  );
  if (!found) throw new FieldProblem("address", t("itemMissing"));
  return { item: found, host: found, url: null };
}

async function readSettings(text: string, { t, notJson }: Surroundings): Promise<DemoOrders["settings"]> {
  if (text.trim() === "") return null;
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    throw new FieldProblem("settings", notJson(error instanceof Error ? error.message : String(error)));
  }
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new FieldProblem("settings", t("settingsNoObject"));
  try {
    return changedSettings((await api.advanced.checkPlayerSettings({ settings })).data);
  } catch (error) {
    const wrong = Object.entries(problemOf(error).fields).map(
      ([name, [message = ""]]) => `${name.replace(/^settings\.?/, "")}: ${message}`,
    );
    if (wrong.length === 0) throw error;
    throw new FieldProblem("settings", ...wrong);
  }
}

function readAds({ tag, vmap, context }: DemoFields): DemoOrders["ads"] {
  if (tag.trim() === "" || context === "viewer") return null;
  const problem = adTagProblem(tag.trim());
  if (problem !== null) throw new FieldProblem("tag", problem);
  return adsOfTag(defaultAdSettings, tag.trim(), vmap);
}

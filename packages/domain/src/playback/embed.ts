import type { PlaylistLayout } from "../playlists/playlists.ts";

/** What can be pasted elsewhere to show an item (spec §3, Embeddable item). */
export interface EmbedCodes {
  script: string;
  iframe: string;
  link: string;
}

/** How a page wants the player of an embed to be; what is left out is off. */
export interface EmbedOptions {
  /** Seconds to begin at. */
  startSeconds?: number;
  autoplay?: boolean;
  muted?: boolean;
  loop?: boolean;
  /** Public id of a player; without it the project's default one. */
  player?: string | null;
  /** In CSS pixels; without it the player is as wide as its place. */
  size?: { width: number; height: number } | null;
  /** The shape of a player that is as wide as its place, as CSS writes it: `4/3`. */
  aspect?: string;
}

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const USUAL_ASPECT = "16/9";

/** The size codes have unless another is chosen. */
const USUAL_SIZE = { width: 640, height: 360 };

/** The options as an embed page's address takes them: `start=12.5&autoplay=1`; empty without any. */
export function embedQuery({ startSeconds, autoplay, muted, loop, player }: EmbedOptions): string {
  const query = new URLSearchParams();
  if (player) query.set("player", player);
  if (startSeconds !== undefined && startSeconds > 0) query.set("start", String(Math.round(startSeconds * 10) / 10));
  for (const [name, on] of Object.entries({ autoplay, muted, loop })) if (on) query.set(name, "1");
  return query.toString();
}

/**
 * The three copy options of a video. `edgeUrl` has no trailing slash, `hash` is the public id. A `size` of null makes the
 * player as wide as its place, with the shape of `aspect`; when it is left out the frame has 640 × 360 pixels.
 * The title reaches the markup escaped: it is other people's text.
 */
export function embedCodes(edgeUrl: string, hash: string, title: string, options: EmbedOptions = {}): EmbedCodes {
  const query = embedQuery(options);
  const address = (page: string) => `${edgeUrl}/${page}/${hash}${query === "" ? "" : `?${query}`}`;
  const data = [...new URLSearchParams(query)].map(([name, value]) => ` data-${name}="${value}"`).join("");
  const { size = USUAL_SIZE, aspect = USUAL_ASPECT } = options;
  const scriptShape = aspect === USUAL_ASPECT ? "" : ` data-aspect="${aspect}"`;
  const scriptSize = options.size
    ? ` data-width="${options.size.width}" data-height="${options.size.height}"`
    : scriptShape;
  const frameSize = size
    ? `width="${size.width}" height="${size.height}" style="border:0"`
    : `style="border:0;width:100%;aspect-ratio:${aspect}"`;
  return {
    script: `<script async src="${edgeUrl}/embed.js" data-video="${hash}"${data}${scriptSize}></script>`,
    iframe:
      `<iframe src="${escapeAttribute(address("embed"))}" title="${escapeAttribute(title)}" ${frameSize} ` +
      `allow="autoplay; picture-in-picture" allowfullscreen></iframe>`,
    link: address("v"),
  };
}

/** Pixels of a playlist's frame: the player has 640 × 360, its list 320 beside it or 240 below, a grid of pictures 360. */
const PLAYLIST_SIZES: Record<PlaylistLayout, { width: number; height: number }> = {
  side: { width: 960, height: 360 },
  bottom: { width: 640, height: 600 },
  grid: { width: 640, height: 720 },
  hidden: USUAL_SIZE,
};

/** The three copy options of a playlist, which has room for its list. `player` is the public id of another player than the default one. */
export const playlistEmbedCodes = (
  edgeUrl: string,
  { hash, name, layout }: { hash: string; name: string; layout: PlaylistLayout },
  player: string | null = null,
): EmbedCodes => embedCodes(edgeUrl, hash, name, { size: PLAYLIST_SIZES[layout], player });

/**
 * Whether a page's host (`www.example.com`, `localhost:5099`) belongs to a project's domain, which people write with or
 * without a scheme, a path or `www.`. Subdomains belong to it; a port counts where the domain names one.
 */
export function isOnDomain(host: string, domain: string): boolean {
  const address = /^https?:\/\//i.test(domain) ? domain : `http://${domain}`;
  if (!URL.canParse(address) || !URL.canParse(`http://${host}`)) return false;
  const [own, page] = [new URL(address), new URL(`http://${host}`)];
  if (own.port !== "" && own.port !== page.port) return false;
  const name = own.hostname.replace(/^www\./, "");
  return name !== "" && (page.hostname === name || page.hostname.endsWith(`.${name}`));
}

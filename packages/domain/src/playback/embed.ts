/** What can be pasted elsewhere to show an item (spec §3, Embeddable item). */
export interface EmbedCodes {
  script: string;
  iframe: string;
  link: string;
}

/** How a page wants the player of an embed to be; what is left out is off. */
export interface PlayOptions {
  /** Seconds to begin at. */
  startSeconds?: number;
  autoplay?: boolean;
  muted?: boolean;
  loop?: boolean;
  /** Public id of a player; without it the project's default one. */
  player?: string | null;
}

/** The same with the frame around the player, which is its page's (`frameInCodes`). */
export interface EmbedOptions extends PlayOptions {
  /** In CSS pixels; null for a player as wide as its place. */
  size: { width: number; height: number } | null;
  /** The shape of a player that is as wide as its place, as CSS writes it: `4/3`. */
  aspect?: string;
}

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const USUAL_ASPECT = "16/9";

/** What the frame of a player may do besides full screen: its panel for sharing copies links and opens the system's share sheet. */
export const FRAME_ALLOWS = "autoplay; clipboard-write; picture-in-picture; web-share";

/** The options as an embed page's address takes them: `start=12.5&autoplay=1`; empty without any. */
export function embedQuery({ startSeconds, autoplay, muted, loop, player }: PlayOptions): string {
  const query = new URLSearchParams();
  if (player) query.set("player", player);
  if (startSeconds !== undefined && startSeconds > 0) query.set("start", String(Math.round(startSeconds * 10) / 10));
  for (const [name, on] of Object.entries({ autoplay, muted, loop })) if (on) query.set(name, "1");
  return query.toString();
}

const addressOf = (page: string, query: string) => (query === "" ? page : `${page}?${query}`);

/** The address of an item's share page. `edgeUrl` has no trailing slash, `hash` is the public id. */
export const shareLink = (edgeUrl: string, hash: string, options: PlayOptions = {}): string =>
  addressOf(`${edgeUrl}/v/${hash}`, embedQuery(options));

/**
 * The three copy options of an item. `edgeUrl` has no trailing slash, `hash` is the public id. A `size` of null makes the
 * player as wide as its place, with the shape of `aspect`. The title reaches the markup escaped: it is other people's text.
 */
export function embedCodes(edgeUrl: string, hash: string, title: string, options: EmbedOptions): EmbedCodes {
  const query = embedQuery(options);
  const data = [...new URLSearchParams(query)].map(([name, value]) => ` data-${name}="${value}"`).join("");
  const { size, aspect = USUAL_ASPECT } = options;
  const scriptShape = aspect === USUAL_ASPECT ? "" : ` data-aspect="${aspect}"`;
  const scriptSize = size ? ` data-width="${size.width}" data-height="${size.height}"` : scriptShape;
  const frameSize = size
    ? `width="${size.width}" height="${size.height}" style="border:0"`
    : `style="border:0;width:100%;aspect-ratio:${aspect}"`;
  return {
    script: `<script async src="${edgeUrl}/embed.js" data-video="${hash}"${data}${scriptSize}></script>`,
    iframe:
      `<iframe src="${escapeAttribute(addressOf(`${edgeUrl}/embed/${hash}`, query))}" title="${escapeAttribute(title)}" ${frameSize} ` +
      `allow="${FRAME_ALLOWS}" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
    link: shareLink(edgeUrl, hash, options),
  };
}

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

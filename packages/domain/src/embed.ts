/** What can be pasted elsewhere to show an item (spec §3, Embeddable item). */
export interface EmbedCodes {
  script: string;
  iframe: string;
  link: string;
}

const escapeAttribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The three copy options of a video. `edgeUrl` has no trailing slash, `hash` is the public id.
 * The title reaches the markup escaped: it is other people's text.
 */
export function embedCodes(edgeUrl: string, hash: string, title: string): EmbedCodes {
  const frame = `${edgeUrl}/embed/${hash}`;
  return {
    script: `<script async src="${edgeUrl}/embed.js" data-video="${hash}"></script>`,
    iframe:
      `<iframe src="${frame}" title="${escapeAttribute(title)}" width="640" height="360" style="border:0" ` +
      `allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`,
    link: `${edgeUrl}/v/${hash}`,
  };
}

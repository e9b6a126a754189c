/** A STUN or TURN server as browsers configure it (W3C WebRTC, `RTCIceServer`). */
export interface IceServer {
  urls: string;
  username?: string;
  credential?: string;
}

const LINK = /<([^<>]*)>((?:\s*;\s*[\w-]+\s*=\s*"[^"]*")*)/g;
const PARAMETER = /;\s*([\w-]+)\s*=\s*"([^"]*)"/g;

/** ICE servers as the value of a `Link` header (RFC 9725 §4.6). Pure. */
export const iceServerLinks = (servers: readonly IceServer[]): string =>
  servers
    .map(({ urls, username, credential }) => {
      const access =
        username === undefined || credential === undefined
          ? ""
          : `; username="${username}"; credential="${credential}"; credential-type="password"`;
      return `<${urls}>; rel="ice-server"${access}`;
    })
    .join(", ");

/** The ICE servers of a `Link` header; other links are left out. Pure. */
export const readIceServers = (link: string | null): IceServer[] =>
  [...(link ?? "").matchAll(LINK)].flatMap(([, urls = "", parameters = ""]) => {
    const found = new Map([...parameters.matchAll(PARAMETER)].map(([, name = "", value = ""]) => [name, value]));
    if (found.get("rel") !== "ice-server" || !/^(?:stun|turn)s?:/.test(urls)) return [];
    const [username, credential] = [found.get("username"), found.get("credential")];
    return [username === undefined || credential === undefined ? { urls } : { urls, username, credential }];
  });

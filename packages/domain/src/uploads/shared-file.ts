const DRIVE_FILE = /^\/(?:file\/(?:u\/\d+\/)?d\/([\w-]{10,100})(?:\/|$)|open$|uc$)/;
const DRIVE_DOWNLOAD = "https://drive.usercontent.google.com/download";

/**
 * The address of the file behind a link that people share from Dropbox, Google Drive or SharePoint, whose own address is a page
 * about it; any other address stays as it is. Pure.
 */
export function sharedFileAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:") return address;
  const host = url.hostname.replace(/^www\./, "");
  if (host === "dropbox.com" && /^\/(?:s|scl\/fi)\//.test(url.pathname)) {
    url.searchParams.delete("raw");
    url.searchParams.set("dl", "1");
    return url.href;
  }
  if (host === "drive.google.com") return driveAddress(url) ?? address;
  // Links to one video or file, as `/:v:/g/personal/…`.
  if (host.endsWith(".sharepoint.com") && /^\/:[uv]:\//.test(url.pathname)) {
    url.searchParams.set("download", "1");
    return url.href;
  }
  return address;
}

function driveAddress({ pathname, searchParams }: URL): string | null {
  const [found, within] = DRIVE_FILE.exec(pathname) ?? [];
  const id = within ?? searchParams.get("id");
  if (found === undefined || !id || !/^[\w-]{10,100}$/.test(id)) return null;
  const key = searchParams.get("resourcekey");
  const query = new URLSearchParams({ id, export: "download", confirm: "t", ...(key ? { resourcekey: key } : {}) });
  return `${DRIVE_DOWNLOAD}?${query.toString()}`;
}

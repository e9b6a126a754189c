// The share page is markup of the server; this copies links, plays chapters where it is open, and loads a page again that could
// not be made.
import "./share.css";

const frame = document.querySelector("iframe");
const actions = document.querySelector<HTMLElement>(".actions");
const retrySeconds = Number(document.body.dataset["retrySeconds"] ?? 0);
let seconds = 0;

// Not all viewers at once: the server has just come back.
if (retrySeconds > 0) setTimeout(() => location.reload(), retrySeconds * 1_000 * (1 + Math.random()));

if (frame && actions) {
  actions.hidden = false;
  const shown = actions.querySelector("output");
  window.addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || typeof data !== "object" || data === null) return;
    if (!("current_time" in data) || typeof data.current_time !== "number") return;
    seconds = Math.floor(data.current_time);
    if (shown) shown.textContent = clockTime(seconds);
  });
  for (const button of actions.querySelectorAll<HTMLButtonElement>("button"))
    button.addEventListener("click", () => void copy(button));
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-seconds]"))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const start = Number(link.dataset["seconds"]);
      frame.contentWindow?.postMessage({ kinora: 1, command: "seek", seconds: start }, location.origin);
      frame.contentWindow?.postMessage({ kinora: 1, command: "play" }, location.origin);
      frame.scrollIntoView({ block: "nearest" });
    });
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const url = new URL(location.pathname, location.href);
  if (button.dataset["copy"] === "time" && seconds > 0) url.searchParams.set("start", String(seconds));
  const copied = await navigator.clipboard.writeText(url.href).then(
    () => true,
    () => false,
  );
  button.dataset["state"] = copied ? "copied" : "failed";
  setTimeout(() => delete button.dataset["state"], 1500);
}

/** `0:42`, `1:02:03` */
function clockTime(all: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

import { playerTexts } from "../language/language.ts";

const SECOND_MS = 1_000;

interface NextUp {
  title: string;
  picture: string | null;
  /** Seconds until it begins automatically; null when it waits for a click. */
  seconds: number | null;
  onPlay(): void;
  /** Somebody stays with the video that ended. */
  onStay(): void;
}

/** Shows over an ended video what comes next. Returns a function that takes it away without playing anything. */
export function showNextUp(stage: HTMLElement, { title, picture, seconds, onPlay, onStay }: NextUp): () => void {
  const { upNext, untitled, playNow, cancel, startsIn } = playerTexts();
  const panel = document.createElement("div");
  panel.className = "kinora-next";
  const words = document.createElement("div");
  words.className = "kinora-next-words";
  // Read aloud once: the seconds that pass are for the eye.
  const line = paragraph("kinora-next-line", upNext);
  line.setAttribute("role", "status");
  const left = paragraph("kinora-next-left", "");
  left.setAttribute("aria-hidden", "true");
  words.append(line, paragraph("kinora-next-title", title || untitled), left);
  if (picture) {
    const image = document.createElement("img");
    image.src = picture;
    image.alt = "";
    panel.append(image);
  }
  const buttons = document.createElement("div");
  buttons.className = "kinora-next-buttons";
  panel.append(words, buttons);
  let remaining = seconds ?? 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const remove = () => {
    clearInterval(timer);
    panel.remove();
  };
  const play = () => {
    remove();
    onPlay();
  };
  buttons.append(button(playNow, play));
  if (seconds !== null) {
    buttons.append(
      button(cancel, () => {
        remove();
        onStay();
      }),
    );
    const show = () => {
      left.textContent = startsIn(remaining);
    };
    show();
    timer = setInterval(() => {
      remaining -= 1;
      if (remaining <= 0) play();
      else show();
    }, SECOND_MS);
  }
  stage.append(panel);
  return remove;
}

function button(label: string, run: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.addEventListener("click", run);
  return element;
}

function paragraph(className: string, content: string): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = content;
  return element;
}

import "./notice.css";

/** A sentence over the picture, with one thing to do about it. */
export interface Notice {
  title: string;
  text?: string;
  action?: { label: string; run(): void };
}

/** Shows a notice in place of the controls; null takes it away. */
export function showNotice(root: HTMLElement, notice: Notice | null): void {
  root.querySelector(":scope > .kinora-notice")?.remove();
  root.toggleAttribute("data-notice", notice !== null);
  if (!notice) return;

  const panel = document.createElement("div");
  panel.className = "kinora-notice";
  panel.setAttribute("role", "alert");
  const title = document.createElement("p");
  title.className = "kinora-notice-title";
  title.textContent = notice.title;
  panel.append(title);
  if (notice.text) {
    const text = document.createElement("p");
    text.textContent = notice.text;
    panel.append(text);
  }
  const { action } = notice;
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => action.run());
    panel.append(button);
  }
  root.append(panel);
}

import { RowMenu } from "@kinora/ui/kit/RowMenu.tsx";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { setApiHost } from "../../platform/client.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { useCurlAction } from "./use-curl-action.tsx";

let copied: string[];

beforeEach(() => {
  copied = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
});

function Menu() {
  const curl = useCurlAction();
  return <RowMenu label="Actions for Harbor lights" actions={[curl("/videos/5")]} />;
}

test("the menu of an object copies the call that reads it", async () => {
  await renderPart(<Menu />);
  setApiHost("https://api.example.com");
  fireEvent.click(screen.getByRole("button", { name: "Actions for Harbor lights" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Copy as curl" }));
  await waitFor(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toBe(`curl 'https://api.example.com/videos/5' \\\n  -H "Authorization: Bearer $KINORA_API_KEY"`);
});

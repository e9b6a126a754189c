import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createStore } from "../../platform/store.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { MomentCode } from "./MomentCode.tsx";

test("the URL of a picture names the moment that the player shows", async () => {
  const position = createStore<{ seconds: number | null }>({ seconds: null });
  await renderPart(<MomentCode folder="https://play.example.com/thumb/abcd" position={position} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Frame URL" });
  expect(field.value).toBe("https://play.example.com/thumb/abcd.jpg?time=0&width=640");
  act(() => position.set({ seconds: 12.5 }));
  expect(field.value).toBe("https://play.example.com/thumb/abcd.jpg?time=12.5&width=640");
  expect(screen.getByRole("button", { name: /Frame URL/ })).toBeDefined();
});

import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { session } from "../platform/session.ts";
import { toasts } from "../platform/toasts.ts";
import { TagsField } from "../shell/fields/TagsField.tsx";
import type { AutocompleteOption } from "../shell/fields/use-autocomplete.ts";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { aConfig } from "../testing/videos.ts";
import { CategoryField } from "./CategoryField.tsx";

let asked: { method: string; path: string }[];

beforeEach(() => {
  signedIn();
  HTMLElement.prototype.scrollIntoView = () => {};
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    asked.push({ method: request.method, path: pathname + search });
    const body =
      request.method === "POST"
        ? { message: "Category is saved successfully.", data: { id: 9, name: "Harbors" } }
        : { data: [{ id: 1, name: "Lighthouse" }] };
    return Promise.resolve(Response.json(body, { status: 200 }));
  });
});

function Tags({ readOnly = false }: { readOnly?: boolean }) {
  const [names, setNames] = useState<string[]>(["sea"]);
  return <TagsField projectId={3} names={names} readOnly={readOnly} onChange={setNames} />;
}

function Category() {
  const [value, setValue] = useState<AutocompleteOption | null>(null);
  return <CategoryField projectId={3} value={value} readOnly={false} onChange={setValue} />;
}

const type = (name: string, text: string) => {
  const field = screen.getByRole("combobox", { name });
  field.focus();
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: text } });
  return field;
};
const chips = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a tag of the project is found in lower case and added; one is taken off", async () => {
  await renderPart(<Tags />);
  type("Tags", "LIGHT");
  const lowered = () => asked.some(({ path }) => path.includes("/tags/options?search=light"));
  await waitFor(() => expect(lowered()).toBe(true));
  fireEvent.click(await screen.findByRole("option", { name: "Lighthouse" }));
  expect(chips()).toEqual(["sea", "Lighthouse"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove sea" }));
  expect(chips()).toEqual(["Lighthouse"]);
});

test("Enter adds what was typed at once, several names with commas, each once", async () => {
  await renderPart(<Tags />);
  fireEvent.keyDown(type("Tags", "night, boats, SEA"), { key: "Enter", code: "Enter" });
  await waitFor(() => expect(chips()).toEqual(["sea", "night", "boats"]));
});

test("who may not manage tags chooses among those there are", async () => {
  session.set({ config: aConfig({}, ["video_edit"]) });
  await renderPart(<Tags />);
  fireEvent.keyDown(type("Tags", "night"), { key: "Enter", code: "Enter" });
  expect(chips()).toEqual(["sea"]);
  cleanup();
  await renderPart(<Tags readOnly />);
  expect(screen.queryByRole("combobox", { name: "Tags" })).toBeNull();
});

// spec: 5.5
test("a category that is not there yet is made and chosen, after the hint that three letters are needed", async () => {
  await renderPart(<Category />);
  type("Category", "Ha");
  expect(await screen.findByText("Minimum 3 characters")).toBeTruthy();
  type("Category", "Harbors");
  fireEvent.click(await screen.findByRole("option", { name: "Add the category “Harbors”" }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Category" }).value).toBe("Harbors"),
  );
  expect(asked.filter(({ method }) => method === "POST")).toEqual([{ method: "POST", path: "/projects/3/categories" }]);
  expect(toasts.get().shown.at(-1)?.message).toBe("Category is saved successfully.");
});

import { beforeEach, expect, test } from "vitest";
import { closeToast, toastError, toasts, toastSuccess } from "./toasts.ts";

beforeEach(() => toasts.set({ shown: [] }));

const messages = () => toasts.get().shown.map(({ message }) => message);

test("the same news is on screen once", () => {
  toastSuccess("Published...");
  toastError("error");
  toastSuccess("Published...");
  expect(messages()).toEqual(["error", "Published..."]);
});

test("at most four toasts are on screen, and each can be closed", () => {
  for (const text of ["a", "b", "c", "d", "e"]) toastError(text);
  expect(messages()).toEqual(["b", "c", "d", "e"]);
  closeToast(toasts.get().shown[0]!.key);
  expect(messages()).toEqual(["c", "d", "e"]);
});

import { vi } from "vitest";

/** Answers what a part of the console requests, until the end of the test: from the request and its address. */
export const answerFetch = (answer: (request: Request, url: URL) => Response | Promise<Response>) =>
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    return answer(request, new URL(request.url));
  });

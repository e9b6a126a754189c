import { ReadableStream, TransformStream, WritableStream } from "node:stream/web";

// jsdom has no streams, and in a context of its own a page does not find those of Node; browsers have them.
Object.assign(globalThis, { ReadableStream, TransformStream, WritableStream });

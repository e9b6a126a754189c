import { expect, test } from "vitest";
import { readTraces } from "./traces.ts";

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };

test.each([
  {},
  { OTEL_SERVICE_NAME: "kinora", OTEL_TRACES_SAMPLER: "always_on" },
  { ...ENDPOINT, OTEL_SDK_DISABLED: "true" },
  { ...ENDPOINT, OTEL_TRACES_EXPORTER: "none" },
])("without a collector, or switched off, there are no traces: %j", (env) => {
  expect(readTraces(env)).toBeNull();
});

test.each([
  [ENDPOINT, "http://collector:4318/v1/traces"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.example.com/otlp/" }, "https://otlp.example.com/otlp/v1/traces"],
  [{ ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://traces:4318/in" }, "http://traces:4318/in"],
])("the address of a collector is made as the specification says: %j", (env, url) => {
  expect(readTraces(env)?.url).toBe(url);
});

test("what is unset is as the specification has it, and only callers on this machine are continued", () => {
  expect(readTraces(ENDPOINT)).toEqual({
    url: "http://collector:4318/v1/traces",
    protocol: "http/protobuf",
    headers: {},
    sampler: "parentbased_always_on",
    ratio: 1,
    serviceName: null,
    resource: {},
    delayMs: 5_000,
    waitingMax: 2_048,
    callers: ["127.0.0.0/8", "::1/128"],
  });
});

test("settings are read in the specification's words", () => {
  const traces = readTraces({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc=, x-tenant=1",
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=2",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.05",
    OTEL_SERVICE_NAME: "video",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=staging",
    KINORA_TRACE_CALLERS: "10.0.0.0/8,2001:db8::7",
  });
  expect(traces).toMatchObject({
    protocol: "http/json",
    headers: { authorization: "Basic abc=", "x-tenant": "2" },
    sampler: "parentbased_traceidratio",
    ratio: 0.05,
    serviceName: "video",
    resource: { "deployment.environment.name": "staging" },
    callers: ["10.0.0.0/8", "2001:db8::7"],
  });
  expect(readTraces({ ...ENDPOINT, KINORA_TRACE_CALLERS: "none" })?.callers).toEqual([]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address/],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, /OTEL_EXPORTER_OTLP_PROTOCOL must be one of http\/protobuf, http\/json/],
  [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, /OTEL_TRACES_SAMPLER must be one of always_on/],
  [{ OTEL_TRACES_SAMPLER_ARG: "5" }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/],
  [{ OTEL_BSP_SCHEDULE_DELAY: "soon" }, /OTEL_BSP_SCHEDULE_DELAY must be a whole number/],
  [{ KINORA_TRACE_CALLERS: "everybody" }, /KINORA_TRACE_CALLERS must list addresses/],
])("a setting that cannot be used is refused in words: %j", (env, words) => {
  expect(() => readTraces({ ...ENDPOINT, ...env })).toThrow(words);
});

test("headers that cannot be read are refused without showing them, because they may be keys", () => {
  for (const headers of ["s3cret", "authorization=50%s3cret"]) {
    const read = () => readTraces({ ...ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(read).toThrow(/OTEL_EXPORTER_OTLP_HEADERS must look like/);
    expect(read).not.toThrow(/s3cret/);
  }
});

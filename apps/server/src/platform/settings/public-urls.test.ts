import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { ConfigError } from "./setting.ts";

const four = (name: string) => ({
  KINORA_CONSOLE_URL: `https://${name}`,
  KINORA_LOGIN_URL: `https://login.${name}`,
  KINORA_API_URL: `https://api.${name}`,
  KINORA_EDGE_URL: `https://edge.${name}`,
});

test("four names are four origins, and so are four ports of one name", () => {
  expect(readConfig({ ...four("video.example.org"), KINORA_EDGE_URL: "https://edge.video.example.org/" }).urls).toEqual(
    {
      console: "https://video.example.org",
      login: "https://login.video.example.org",
      api: "https://api.video.example.org",
      edge: "https://edge.video.example.org",
      rtmp: "rtmp://localhost:1935",
    },
  );
  const ports = readConfig({
    KINORA_CONSOLE_URL: "https://video.example.org",
    KINORA_LOGIN_URL: "https://video.example.org:8441",
    KINORA_API_URL: "https://video.example.org:8442",
    KINORA_EDGE_URL: "https://video.example.org:8443",
  });
  expect(ports.urls.login).toBe("https://video.example.org:8441");
});

test.each([
  [
    { KINORA_LOGIN_URL: "https://video.example.org/login" },
    "KINORA_LOGIN_URL must have no path, but is https://video.example.org/login: console, login, API and edge each need an origin of their own, by name (https://login.video.example.org) or, with one name and one certificate, by port (https://video.example.org:8441). See docs/operations/public-server.md.",
  ],
  [{ KINORA_API_URL: "https://video.example.org/api/" }, "KINORA_API_URL must have no path"],
  [
    { KINORA_API_URL: "https://video.example.org" },
    "KINORA_CONSOLE_URL and KINORA_API_URL must differ, but both are https://video.example.org",
  ],
  [{ KINORA_EDGE_URL: "http://edge.video.example.org" }, "KINORA_EDGE_URL must begin with https://"],
  [{ KINORA_EDGE_URL: "ftp://edge.video.example.org" }, "KINORA_EDGE_URL must begin with https:// or http://"],
  [{ KINORA_LOGIN_URL: "https://ann:secret@login.video.example.org" }, "must not have a name or a password"],
  [{ KINORA_CELLS: "second=https://video.example.org/second" }, "KINORA_CELLS must have no path"],
  [{ KINORA_LOGIN_INTERNAL_URL: "http://10.0.0.5:4001/login" }, "KINORA_LOGIN_INTERNAL_URL must have no path"],
])("%o is refused with a sentence", (env, sentence) => {
  const read = () => readConfig({ ...four("video.example.org"), ...env });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(sentence);
});

test("roles of this machine are reached on loopback, others by what is set or their public address", () => {
  const env = { ...four("video.example.org"), KINORA_PORT: "5000" };
  expect(readConfig(env).internalUrls).toEqual({
    login: "http://127.0.0.1:5001",
    api: "http://127.0.0.1:5002",
    edge: "http://127.0.0.1:5003",
  });
  const other = readConfig({ ...env, ROLES: "api", KINORA_LOGIN_INTERNAL_URL: "http://10.0.0.5:4001" });
  expect(other.internalUrls).toEqual({
    login: "http://10.0.0.5:4001",
    api: "http://127.0.0.1:5002",
    edge: "https://edge.video.example.org",
  });
});

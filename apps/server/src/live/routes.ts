import { operations, projectGrant } from "../platform/http/operations.ts";
import { readLoop, setLoop } from "./loop/loop.ts";
import { listRestreamLog } from "./restream/restream-log.ts";
import { tryRestream } from "./restream/restream-trial.ts";
import {
  createRestream,
  deleteRestream,
  listRestreams,
  setRestreamEnabled,
  updateRestream,
} from "./restream/restreams.ts";
import { exportStreamLog, listStreamLog } from "./sessions/log.ts";
import { exportSessions, listSessions, liveCapacity } from "./sessions/sessions.ts";
import { streamHistory } from "./stream-history.ts";
import { streamSnapshot } from "./stream-snapshot.ts";
import { listStreamActivity } from "./streams/activity.ts";
import { labelledSentence, labelStreams } from "./streams/bulk-labels.ts";
import {
  cueAds,
  endStream,
  pauseStream,
  revealStreamKey,
  rotateStreamKey,
  setTestStream,
  switchStream,
} from "./streams/control.ts";
import { deletePicture, setStart, uploadPicture } from "./streams/pictures.ts";
import { presentStream, presentStreamDetail, readStream } from "./streams/rows.ts";
import {
  createStream,
  deleteStream,
  duplicateStream,
  listStreams,
  setStreamEnabled,
  updateStream,
} from "./streams/service.ts";

const SWITCH_MESSAGES = {
  live: "Stream is switched to live.",
  loop: "Stream is switched to the loop.",
  slate: "Stream is paused.",
} as const;

export const streamRoutes = {
  listStreams: operations.streams.listStreams.handler(async ({ context, input }) => {
    const { data, pagination } = await listStreams(context, projectGrant(context), input);
    return { data: data.map(presentStream), pagination };
  }),
  createStream: operations.streams.createStream.handler(async ({ context, input }) => {
    const { project_id: _project, start_at: startAt, ...settings } = input;
    const start_at = startAt === null ? null : new Date(startAt);
    const row = await createStream(context, projectGrant(context), { ...settings, start_at });
    return { data: await presentStreamDetail(context, row), message: "Stream is saved successfully." };
  }),
  getStream: operations.streams.getStream.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await readStream(context.db, projectGrant(context), input.id)),
  })),
  updateStream: operations.streams.updateStream.handler(async ({ context, input: { id, version, ...settings } }) => {
    const row = await updateStream(context, projectGrant(context), id, settings, version);
    return { data: await presentStreamDetail(context, row), message: "Stream is edited." };
  }),
  labelStreams: operations.streams.labelStreams.handler(async ({ context, input }) => {
    const data = await labelStreams(context, projectGrant(context), input);
    return { data, message: labelledSentence(data) };
  }),
  duplicateStream: operations.streams.duplicateStream.handler(async ({ context, input }) => {
    const row = await duplicateStream(context, projectGrant(context), input.id);
    return { data: await presentStreamDetail(context, row), message: "Stream is duplicated." };
  }),
  setStreamEnabled: operations.streams.setStreamEnabled.handler(async ({ context, input }) => {
    const row = await setStreamEnabled(context, projectGrant(context), input.id, input.enabled);
    return {
      data: await presentStreamDetail(context, row),
      message: input.enabled ? "Stream is enabled." : "Stream is disabled.",
    };
  }),
  deleteStream: operations.streams.deleteStream.handler(async ({ context, input }) => {
    await deleteStream(context, projectGrant(context), input.id);
    return { message: "Stream is deleted." };
  }),
  revealStreamKey: operations.streams.revealStreamKey.handler(async ({ context, input }) => ({
    key: await revealStreamKey(context, projectGrant(context), input.id),
  })),
  rotateStreamKey: operations.streams.rotateStreamKey.handler(async ({ context, input }) => {
    await rotateStreamKey(context, projectGrant(context), input.id);
    return { message: "Stream key is rotated." };
  }),
  pauseStream: operations.streams.pauseStream.handler(async ({ context, input }) => {
    const row = await pauseStream(context, projectGrant(context), input.id, input.paused);
    return {
      data: await presentStreamDetail(context, row),
      message: input.paused ? "Stream is paused." : "Stream is unpaused.",
    };
  }),
  switchStream: operations.streams.switchStream.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(
      context,
      await switchStream(context, projectGrant(context), input.id, input.source),
    ),
    message: SWITCH_MESSAGES[input.source],
  })),
  cueStreamAds: operations.streams.cueStreamAds.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await cueAds(context, projectGrant(context), input.id, input.seconds)),
    message: "Ad break begins.",
  })),
  getStreamLoop: operations.streams.getStreamLoop.handler(async ({ context, input }) => ({
    data: await readLoop(context, projectGrant(context), input.id),
  })),
  setStreamLoop: operations.streams.setStreamLoop.handler(async ({ context, input: { id, ...settings } }) => {
    await setLoop(context, projectGrant(context), id, settings);
    return { data: await readLoop(context, projectGrant(context), id), message: "Loop is saved." };
  }),
  uploadStreamPicture: operations.streams.uploadStreamPicture.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(
      context,
      await uploadPicture(context, projectGrant(context), input.id, input.kind, input.picture),
    ),
    message: "Picture is saved.",
  })),
  deleteStreamPicture: operations.streams.deleteStreamPicture.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await deletePicture(context, projectGrant(context), input.id, input.kind)),
    message: "Picture is removed.",
  })),
  setStreamStart: operations.streams.setStreamStart.handler(async ({ context, input }) => {
    const startAt = input.start_at === null ? null : new Date(input.start_at);
    return {
      data: await presentStreamDetail(context, await setStart(context, projectGrant(context), input.id, startAt)),
      message: startAt ? "Start is announced." : "Start is no longer announced.",
    };
  }),
  endStream: operations.streams.endStream.handler(async ({ context, input }) => {
    await endStream(context, projectGrant(context), input.id);
    return { message: "Session is ended." };
  }),
  startTestStream: operations.streams.startTestStream.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await setTestStream(context, projectGrant(context), input.id, true)),
    message: "Test stream is started.",
  })),
  stopTestStream: operations.streams.stopTestStream.handler(async ({ context, input }) => ({
    data: await presentStreamDetail(context, await setTestStream(context, projectGrant(context), input.id, false)),
    message: "Test stream is stopped.",
  })),
  getLiveCapacity: operations.streams.getLiveCapacity.handler(async ({ context }) => ({
    data: await liveCapacity(context, projectGrant(context)),
  })),
  listStreamSessions: operations.streams.listStreamSessions.handler(({ context, input }) =>
    listSessions(context, projectGrant(context), input),
  ),
  exportStreamSessions: operations.streams.exportStreamSessions.handler(({ context, input }) => {
    const { project_id: _project, ...filter } = input;
    return exportSessions(context, projectGrant(context), filter);
  }),
  listStreamLog: operations.streams.listStreamLog.handler(({ context, input }) =>
    listStreamLog(context, projectGrant(context), input),
  ),
  getStreamSnapshot: operations.streams.getStreamSnapshot.handler(async ({ context, input }) => ({
    data: await streamSnapshot(context, projectGrant(context), input.id, input.of),
  })),
  getStreamHistory: operations.streams.getStreamHistory.handler(async ({ context, input }) => ({
    data: await streamHistory(context, projectGrant(context), input.id, input.span),
  })),
  exportStreamLog: operations.streams.exportStreamLog.handler(({ context, input }) => {
    const { project_id: _project, ...filter } = input;
    return exportStreamLog(context, projectGrant(context), filter);
  }),
  listStreamActivity: operations.streams.listStreamActivity.handler(({ context, input }) =>
    listStreamActivity(context, projectGrant(context), input.id, input),
  ),
};

export const restreamRoutes = {
  listRestreams: operations.restreams.listRestreams.handler(async ({ context, input }) => ({
    data: await listRestreams(context, projectGrant(context), input.stream_id),
  })),
  listRestreamLog: operations.restreams.listRestreamLog.handler(async ({ context, input }) => ({
    data: await listRestreamLog(context, projectGrant(context), input.stream_id, input.id),
  })),
  createRestream: operations.restreams.createRestream.handler(async ({ context, input }) => {
    const { stream_id: streamId, ...settings } = input;
    return {
      data: await createRestream(context, projectGrant(context), streamId, settings),
      message: "Restream target is saved successfully.",
    };
  }),
  tryRestream: operations.restreams.tryRestream.handler(({ context, input }) => {
    const { stream_id: streamId, ...tried } = input;
    return tryRestream(context, projectGrant(context), streamId, tried);
  }),
  updateRestream: operations.restreams.updateRestream.handler(async ({ context, input }) => {
    const { stream_id: streamId, id, ...settings } = input;
    return {
      data: await updateRestream(context, projectGrant(context), streamId, id, settings),
      message: "Restream target is edited.",
    };
  }),
  setRestreamEnabled: operations.restreams.setRestreamEnabled.handler(async ({ context, input }) => ({
    data: await setRestreamEnabled(context, projectGrant(context), input.stream_id, input.id, input.enabled),
    message: `Restream target is switched ${input.enabled ? "on" : "off"}.`,
  })),
  deleteRestream: operations.restreams.deleteRestream.handler(async ({ context, input }) => {
    await deleteRestream(context, projectGrant(context), input.stream_id, input.id);
    return { message: "Restream target is deleted." };
  }),
};

import { Button } from "@mantine/core";
import { IconMicrophone, IconMicrophoneOff, IconVideo, IconVideoOff } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";

/** Mutes the sound and hides the picture: viewers get silence and black. */
export function TrackSwitches({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation("studio");
  const [sound, setSound] = useState(true);
  const [picture, setPicture] = useState(true);
  const turn = (tracks: readonly MediaStreamTrack[], on: boolean) => {
    for (const track of tracks) track.enabled = on;
  };
  return (
    <>
      {stream.getAudioTracks().length === 0 ? null : (
        <Button
          variant="default"
          leftSection={sound ? <IconMicrophone size={16} /> : <IconMicrophoneOff size={16} />}
          onClick={() => {
            turn(stream.getAudioTracks(), !sound);
            setSound(!sound);
          }}
        >
          {t(sound ? "mute" : "unmute")}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={picture ? <IconVideo size={16} /> : <IconVideoOff size={16} />}
        onClick={() => {
          turn(stream.getVideoTracks(), !picture);
          setPicture(!picture);
        }}
      >
        {t(picture ? "hidePicture" : "showPicture")}
      </Button>
    </>
  );
}

import "media-chrome/dist/lang/de.js";
import type { PlayerTexts } from "./english.ts";

export const GERMAN: PlayerTexts = {
  videoPlayer: "Videoplayer",
  quality: "Qualität",
  speed: "Geschwindigkeit",
  sound: "Ton",
  captions: "Untertitel",
  captionsSize: "Größe der Untertitel",
  captionsStyle: "Stil der Untertitel",
  captionSizes: { "75": "Klein", "100": "Normal", "150": "Groß", "200": "Sehr groß" },
  captionStyles: {
    dark: "Weiß auf Schwarz",
    yellow: "Gelb auf Schwarz",
    light: "Schwarz auf Weiß",
    outline: "Weiß mit Kontur",
  },
  backFrom: (title) => `${title}: zurück zu den Einstellungen`,
  latency: "Verzögerung",
  measuringLatency: "Verzögerung wird gemessen…",
  behindLive: (seconds) => `${seconds} s hinter live`,
  download: "Herunterladen",
  mostWatched: "Am häufigsten gesehene Stellen",

  share: "Teilen",
  shareLink: "Link",
  startAt: "Beginnen bei",
  copyLink: "Link kopieren",
  shareWith: "Teilen…",
  close: "Schließen",
  linkCopied: "Link kopiert.",
  pressToCopy: "Drücken Sie Strg+C oder ⌘C, um den Link zu kopieren.",

  transcript: {
    name: "Transkript",
    close: "Transkript schließen",
    language: "Sprache des Transkripts",
    search: "Im Transkript suchen",
    copy: "Kopieren",
    copied: "Transkript kopiert.",
    notCopied: "Der Browser hat das Kopieren nicht erlaubt.",
    follow: "Der Wiedergabe folgen",
    loading: "Wird geladen…",
    failed: "Das Transkript konnte nicht geladen werden.",
    empty: "In diesen Untertiteln wird nichts gesagt.",
    found: (count) => (count === 1 ? "1 Stelle gefunden." : `${count} Stellen gefunden.`),
  },

  problems: {
    unreachable: {
      title: "Das Video konnte nicht geladen werden",
      text: "Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    },
    unplayable: {
      title: "Dieser Browser konnte das Video nicht abspielen",
      text: "Versuchen Sie es noch einmal oder mit einem anderen Browser.",
    },
    gone: {
      title: "Dieses Video ist nicht verfügbar",
      text: "Möglicherweise wurde es entfernt oder ist jetzt privat.",
    },
    nothing: { title: "Kein Video kann abgespielt werden", text: "Möglicherweise sind sie privat oder entfernt." },
  },
  tryAgain: "Noch einmal versuchen",

  untitled: "Ohne Titel",
  notAvailable: "Nicht verfügbar",
  onAir: "Auf Sendung",
  previousVideo: "Voriges Video",
  nextVideo: "Nächstes Video",
  shuffle: "Zufällige Reihenfolge",
  repeatPlaylist: "Playlist wiederholen",
  upNext: "Als Nächstes",
  playNow: "Jetzt abspielen",
  cancel: "Abbrechen",
  startsIn: (seconds) => `Beginnt in ${seconds} s`,

  advertisement: "Werbung",
  ad: "Werbung",
  adOf: (number, total) => `Werbung ${number} von ${total}`,
  playAd: "Werbung abspielen",
  pauseAd: "Werbung anhalten",
  muteAd: "Werbung stumm schalten",
  unmuteAd: "Ton der Werbung einschalten",
  skipAd: "Werbung überspringen",
  skipIn: (seconds) => `Überspringen in ${seconds}`,
  learnMore: "Mehr erfahren",
  fullScreen: "Vollbild",

  notices: {
    processing: {
      title: "Dieses Video wird vorbereitet",
      text: "Es wird hier abgespielt, sobald es fertig ist.",
    },
    failed: {
      title: "Dieses Video konnte nicht vorbereitet werden",
      text: "Wem es gehört, sieht den Grund und kann es noch einmal versuchen.",
    },
    offline: { title: "Der Livestream ist nicht aktiv", text: "Er wird hier abgespielt, sobald er beginnt." },
    starting: { title: "Der Livestream wird vorbereitet", text: "Er wird hier gleich abgespielt." },
    refused: {
      title: "Dieses Video kann hier nicht abgespielt werden",
      text: "Fragen Sie, wem die Seite gehört, auf der es steht.",
    },
    taken_down: {
      title: "Dieses Video wurde entfernt",
      text: "Der Betreiber dieses Angebots hat es entfernt.",
    },
    suspended: {
      title: "Dies kann jetzt nicht abgespielt werden",
      text: "Das Konto oder Projekt, zu dem es gehört, ist gesperrt.",
    },
    missing: {
      title: "Dieses Video ist nicht verfügbar",
      text: "Möglicherweise ist es privat oder entfernt, oder die Adresse ist falsch.",
    },
  },
  preparation: "Vorbereitung",
  startsSoon: "Beginnt bald",
  begins: (date) => `Beginn: ${date}. Es startet hier automatisch.`,
  channelEnded: "Dieser Kanal ist zu Ende",
  nextVideoSoon: "Das nächste Video beginnt bald",
};

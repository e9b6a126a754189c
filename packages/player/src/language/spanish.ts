import "media-chrome/dist/lang/es.js";
import type { PlayerTexts } from "./english.ts";

export const SPANISH: PlayerTexts = {
  videoPlayer: "Reproductor de vídeo",
  quality: "Calidad",
  speed: "Velocidad",
  sound: "Audio",
  captions: "Subtítulos",
  captionsSize: "Tamaño de los subtítulos",
  captionsStyle: "Estilo de los subtítulos",
  captionSizes: { "75": "Pequeño", "100": "Normal", "150": "Grande", "200": "Muy grande" },
  captionStyles: {
    dark: "Blanco sobre negro",
    yellow: "Amarillo sobre negro",
    light: "Negro sobre blanco",
    outline: "Blanco con contorno",
  },
  backFrom: (title) => `${title}: volver a los ajustes`,
  latency: "Latencia",
  measuringLatency: "Midiendo la latencia…",
  behindLive: (seconds) => `${seconds} s por detrás del directo`,
  download: "Descargar",
  mostWatched: "Partes más vistas",

  share: "Compartir",
  shareLink: "Enlace",
  startAt: "Empezar en",
  copyLink: "Copiar enlace",
  shareWith: "Compartir…",
  close: "Cerrar",
  linkCopied: "Enlace copiado.",
  pressToCopy: "Pulsa Ctrl+C o ⌘C para copiar el enlace.",

  transcript: {
    name: "Transcripción",
    close: "Cerrar la transcripción",
    language: "Idioma de la transcripción",
    search: "Buscar en la transcripción",
    copy: "Copiar",
    copied: "Transcripción copiada.",
    notCopied: "El navegador no permitió copiar.",
    follow: "Seguir la reproducción",
    loading: "Cargando…",
    failed: "No se pudo cargar la transcripción.",
    empty: "No se dice nada en estos subtítulos.",
    found: (count) => (count === 1 ? "1 pasaje encontrado." : `${count} pasajes encontrados.`),
  },

  problems: {
    unreachable: {
      title: "No se ha podido cargar el vídeo",
      text: "Comprueba tu conexión e inténtalo de nuevo.",
    },
    unplayable: {
      title: "Este navegador no ha podido reproducir el vídeo",
      text: "Inténtalo de nuevo o usa otro navegador.",
    },
    gone: {
      title: "Este vídeo no está disponible",
      text: "Puede que se haya eliminado o que ahora sea privado.",
    },
    nothing: {
      title: "No se puede reproducir ningún vídeo",
      text: "Puede que sean privados o que se hayan eliminado.",
    },
  },
  tryAgain: "Reintentar",

  untitled: "Sin título",
  notAvailable: "No disponible",
  onAir: "En directo",
  previousVideo: "Vídeo anterior",
  nextVideo: "Vídeo siguiente",
  shuffle: "Orden aleatorio",
  repeatPlaylist: "Repetir la lista",
  upNext: "A continuación",
  playNow: "Reproducir ahora",
  cancel: "Cancelar",
  startsIn: (seconds) => `Empieza en ${seconds} s`,

  advertisement: "Anuncio",
  ad: "Anuncio",
  adOf: (number, total) => `Anuncio ${number} de ${total}`,
  playAd: "Reproducir el anuncio",
  pauseAd: "Pausar el anuncio",
  muteAd: "Silenciar el anuncio",
  unmuteAd: "Activar el sonido del anuncio",
  skipAd: "Saltar anuncio",
  skipIn: (seconds) => `Saltar en ${seconds}`,
  learnMore: "Más información",
  fullScreen: "Pantalla completa",

  notices: {
    processing: {
      title: "Este vídeo se está preparando",
      text: "Se reproducirá aquí en cuanto esté listo.",
    },
    failed: {
      title: "No se ha podido preparar este vídeo",
      text: "Su propietario puede ver el motivo e intentarlo de nuevo.",
    },
    offline: { title: "La emisión no está activa", text: "Se reproducirá aquí en cuanto empiece." },
    starting: { title: "La emisión se está preparando", text: "Se reproducirá aquí en un momento." },
    refused: {
      title: "Este vídeo no se puede reproducir aquí",
      text: "Consulta al propietario de la página en la que está.",
    },
    taken_down: {
      title: "Este vídeo se ha retirado",
      text: "Lo ha retirado el operador de este sitio.",
    },
    suspended: {
      title: "No se puede reproducir ahora",
      text: "La cuenta o el proyecto al que pertenece está suspendido.",
    },
    missing: {
      title: "Este vídeo no está disponible",
      text: "Puede que sea privado o se haya eliminado, o que la dirección no sea correcta.",
    },
  },
  preparation: "Preparación",
  startsSoon: "Empieza pronto",
  begins: (date) => `Comienza el ${date} y se iniciará aquí automáticamente.`,
  channelEnded: "Este canal ha terminado",
  nextVideoSoon: "El próximo vídeo empieza pronto",
};

import "media-chrome/dist/lang/fr.js";
import type { PlayerTexts } from "./english.ts";

export const FRENCH: PlayerTexts = {
  videoPlayer: "Lecteur vidéo",
  quality: "Qualité",
  speed: "Vitesse",
  sound: "Audio",
  captions: "Sous-titres",
  captionsSize: "Taille des sous-titres",
  captionsStyle: "Style des sous-titres",
  captionSizes: { "75": "Petite", "100": "Normale", "150": "Grande", "200": "Très grande" },
  captionStyles: {
    dark: "Blanc sur noir",
    yellow: "Jaune sur noir",
    light: "Noir sur blanc",
    outline: "Blanc avec contour",
  },
  backFrom: (title) => `${title} : retour aux paramètres`,
  latency: "Latence",
  measuringLatency: "Mesure de la latence…",
  behindLive: (seconds) => `${seconds} s de retard sur le direct`,
  download: "Télécharger",
  mostWatched: "Passages les plus regardés",

  share: "Partager",
  shareLink: "Lien",
  startAt: "Commencer à",
  copyLink: "Copier le lien",
  shareWith: "Partager…",
  close: "Fermer",
  linkCopied: "Lien copié.",
  pressToCopy: "Appuyez sur Ctrl+C ou ⌘C pour copier le lien.",

  transcript: {
    name: "Transcription",
    close: "Fermer la transcription",
    language: "Langue de la transcription",
    search: "Rechercher dans la transcription",
    copy: "Copier",
    copied: "Transcription copiée.",
    notCopied: "Le navigateur n’a pas autorisé la copie.",
    follow: "Suivre la lecture",
    loading: "Chargement…",
    failed: "La transcription n’a pas pu être chargée.",
    empty: "Rien n’est dit dans ces sous-titres.",
    found: (count) => (count === 1 ? "1 passage trouvé." : `${count} passages trouvés.`),
  },

  problems: {
    unreachable: {
      title: "La vidéo n’a pas pu être chargée",
      text: "Vérifiez votre connexion et réessayez.",
    },
    unplayable: {
      title: "Ce navigateur n’a pas pu lire la vidéo",
      text: "Réessayez ou utilisez un autre navigateur.",
    },
    gone: {
      title: "Cette vidéo n’est pas disponible",
      text: "Elle a peut-être été supprimée ou rendue privée.",
    },
    nothing: {
      title: "Aucune vidéo ne peut être lue",
      text: "Elles sont peut-être privées ou supprimées.",
    },
  },
  tryAgain: "Réessayer",

  untitled: "Sans titre",
  notAvailable: "Indisponible",
  onAir: "En direct",
  previousVideo: "Vidéo précédente",
  nextVideo: "Vidéo suivante",
  shuffle: "Lecture aléatoire",
  repeatPlaylist: "Répéter la playlist",
  upNext: "À suivre",
  playNow: "Lire maintenant",
  cancel: "Annuler",
  startsIn: (seconds) => `Commence dans ${seconds} s`,

  advertisement: "Publicité",
  ad: "Publicité",
  adOf: (number, total) => `Publicité ${number} sur ${total}`,
  playAd: "Lire la publicité",
  pauseAd: "Mettre la publicité en pause",
  muteAd: "Couper le son de la publicité",
  unmuteAd: "Rétablir le son de la publicité",
  skipAd: "Passer la publicité",
  skipIn: (seconds) => `Passer dans ${seconds}`,
  learnMore: "En savoir plus",
  fullScreen: "Plein écran",

  notices: {
    processing: {
      title: "Cette vidéo est en préparation",
      text: "Elle sera lue ici dès qu’elle sera prête.",
    },
    failed: {
      title: "Cette vidéo n’a pas pu être préparée",
      text: "Son propriétaire peut voir la raison et réessayer.",
    },
    offline: { title: "Le direct n’est pas actif", text: "Il sera lu ici dès qu’il commencera." },
    starting: { title: "Le direct est en préparation", text: "Il sera lu ici dans un instant." },
    refused: {
      title: "Cette vidéo ne peut pas être lue ici",
      text: "Adressez-vous au propriétaire de la page où elle se trouve.",
    },
    taken_down: {
      title: "Cette vidéo a été retirée",
      text: "L’exploitant de ce site l’a retirée.",
    },
    suspended: {
      title: "La lecture est impossible pour le moment",
      text: "Le compte ou le projet auquel elle appartient est suspendu.",
    },
    missing: {
      title: "Cette vidéo n’est pas disponible",
      text: "Elle est peut-être privée ou supprimée, ou l’adresse est incorrecte.",
    },
  },
  preparation: "Préparation",
  startsSoon: "Commence bientôt",
  begins: (date) => `Début : ${date}. La lecture commencera ici automatiquement.`,
  channelEnded: "Cette chaîne est terminée",
  nextVideoSoon: "La prochaine vidéo commence bientôt",
};

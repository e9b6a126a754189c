export const transferTexts = {
  title: "Offered to you",
  offer: "{{account}} offers the project {{project}} until {{until}}.",
  look: "Accept",
  decline: "Decline",
  declineTitle: "Decline {{project}}?",
  declineText: "It stays in the account {{account}}, and its owners get an email.",
  acceptTitle: "Accept {{project}} into this account?",
  acceptText:
    "It leaves {{account}} and moves to this account with everything in it. Usage from now on is on this account's invoices.",
  accept: "Accept the project",
  notAccepted: "Couldn't accept the project",
  notDeclined: "Couldn't decline the offer",
} as const;

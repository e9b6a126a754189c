export const transferTexts = {
  title: "Offered to you",
  offer: "{{account}} offers the project {{project}} until {{until}}.",
  look: "Accept",
  decline: "Decline",
  declineTitle: "Decline {{project}}?",
  declineText: "It stays in the account {{account}}, whose owners get a mail.",
  acceptTitle: "Accept {{project}} into this account?",
  acceptText:
    "It leaves {{account}} and belongs to this account with everything in it. What it uses from now on is on the invoices of this account.",
  accept: "Accept the project",
  notAccepted: "The project was not accepted",
  notDeclined: "The offer was not declined",
} as const;

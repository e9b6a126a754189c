/** Mails that people may cause to one address in a day, all accounts together: invitations, offers, invoices sent again. */
export const MAILS_TO_ADDRESS_A_DAY = 10;
/** Mails that the people of one account may cause in a day. */
export const MAILS_OF_ACCOUNT_A_DAY = 200;

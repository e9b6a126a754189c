/** Links per livestream with which guests publish to it. */
export const GUEST_LINKS_MAX = 20;
export const GUEST_LINK_NAME_MAX = 100;
/** The longest time a link lasts. */
export const GUEST_LINK_DAYS_MAX = 90;

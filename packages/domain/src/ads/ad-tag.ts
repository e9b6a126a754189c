/** Characters of the address of an ad server (VAST or VMAP). */
export const AD_TAG_MAX = 4_000;

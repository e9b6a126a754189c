/** Whether an address is of one file, which browsers play without HLS. */
export const isWholeFile = (address: string): boolean => /\.(mp4|m4v|mov|webm|m4a|mp3)(?:[?#]|$)/i.test(address);

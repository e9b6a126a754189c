/**
 * A live host's answer about a stream that it does not have: it may be on air at another one (RFC 9110, 15.5.20). 404 of a host that
 * has the stream says that the file does not exist.
 */
export const NOT_HERE = 421;

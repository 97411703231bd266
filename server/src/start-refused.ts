/**
 * A reason not to start that the person who starts the server can put right. The message names the
 * variable, file or role to look at, and is all that is printed.
 */
export class StartRefused extends Error {}

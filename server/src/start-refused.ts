/**
 * A reason not to start that the administrator can fix. Only the message is printed, and it names
 * the variable, file or role to check.
 */
export class StartRefused extends Error {}

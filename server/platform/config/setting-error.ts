/**
 * A setting, or the machine that it names, stands in the way of a start. The message is one line
 * that begins with the setting's name and says what to do; it is all that the person gets to see.
 */
export class SettingError extends Error {}

/** An error that a restart cannot fix. */
export class LastingError extends SettingError {}

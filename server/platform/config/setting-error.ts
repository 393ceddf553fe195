/**
 * A setting, or the server that it names, prevents the start. The message is one line that begins with the setting's
 * name and says what to do; the operator sees nothing else.
 */
export class SettingError extends Error {}

/** An error that a restart cannot fix. */
export class LastingError extends SettingError {}

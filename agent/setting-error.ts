/** An error in the settings file, with a message that says what to change. */
export class SettingError extends Error {}

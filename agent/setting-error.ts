/** Somebody has to change the file of settings: its message says what. */
export class SettingError extends Error {}

/**
 * Spreadsheets run CSV cells that begin like a formula. User text gets a leading apostrophe, which spreadsheets show as
 * text; reading the file removes it and restores the exact text, including apostrophes of its own.
 */

/** Quotes have no effect where a spreadsheet splits at other separators than commas, such as semicolons. */
const begins = String.raw`'*["\s]*[=+\-@＝＋－＠]|'*[\t\r]`
const beginsWithin = String.raw`'*(?:"|[^\S\t])*[=+\-@＝＋－＠]`

const toDefuse = [new RegExp(`^(?=${begins})`), new RegExp(`(?<=[;|\\t])(?=${beginsWithin})`, 'g')]
const defused = [new RegExp(`^'(?=${begins})`), new RegExp(`(?<=[;|\\t])'(?=${beginsWithin})`, 'g')]

export function withoutFormulas(text: string): string {
  return toDefuse.reduce((written, place) => written.replace(place, "'"), text)
}

export function withFormulas(text: string): string {
  return defused.reduceRight((read, place) => read.replace(place, ''), text)
}

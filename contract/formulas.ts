/**
 * Spreadsheets run what stands in a file of comma-separated values and begins like a formula. What somebody
 * typed gets an apostrophe there, which they show as text, and loses it when the file is read again: exactly
 * the text that it was, also where that had apostrophes of its own.
 */

/** Quotes mean nothing where a spreadsheet splits lines at something else than commas, such as semicolons. */
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

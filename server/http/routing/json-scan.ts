const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const backslash = 0x5c
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** Bytes per allowed value outside of strings, with indentation. More means an endless number or blanks. */
const bytesOfValue = 128

interface Most {
  levels: number
  values: number
  /** Bytes of a field's name, as sent. */
  nameBytes: number
}

/**
 * Checks in one pass, before parsing, whether a JSON text has more levels or values or longer names than allowed.
 * Each value except the first follows a comma or is the first of its object or list. Invalid JSON is left to the parser.
 */
export function exceededLimit(json: Buffer, most: Most): keyof Most | undefined {
  let level = 0
  let values = 1
  let looked = 0
  let textBytes = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    looked += 1
    if (byte === quote) {
      const end = endOfText(json, at)
      textBytes = end - at - 1
      at = end
    } else if (byte === colon && textBytes > most.nameBytes) return 'nameBytes'
    else if (byte === comma) values += 1
    else if (byte === openList || byte === openObject) {
      level += 1
      values += 1
      if (level > most.levels) return 'levels'
    } else if (byte === closeList || byte === closeObject) level -= 1
    if (values > most.values || looked > most.values * bytesOfValue) return 'values'
  }
  return undefined
}

/** Index of the closing quote, that is, one that is not escaped by an odd number of backslashes. */
function endOfText(json: Buffer, start: number): number {
  let end = json.indexOf(quote, start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf(quote, end + 1)
  return end === -1 ? json.length : end
}

function isEscaped(json: Buffer, at: number): boolean {
  let before = at - 1
  while (json[before] === backslash) before -= 1
  return (at - before) % 2 === 0
}

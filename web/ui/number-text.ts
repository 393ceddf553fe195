/**
 * A number as people write it: with a point or a comma before its decimals, in groups of thousands,
 * with a dollar sign. Whatever else was written stays the text that it is, for a check to refuse:
 * nothing is guessed, rounded or cut.
 */
export function numberOf(text: string): number | string {
  const written = text.trim().replace(/^([-−]?)\s*\$\s*/, '$1')
  const sign = /^[-−]/.test(written) ? -1 : 1
  const digits = written.replace(/^[-−+]/, '')
  // A thousand where points group digits, one where they begin the decimals.
  if (/^[1-9]\d{0,2}\.\d\d0$/.test(digits)) return text.trim()
  if (/^(\d+\.?\d*|\.\d+)$/.test(digits)) return sign * Number(digits)
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits)) return sign * Number(digits.replaceAll(',', ''))
  if (/^\d*,\d+$/.test(digits)) return sign * Number(digits.replace(',', '.'))
  return text.trim()
}

/** The same number for a field to show: '$2.50'. More decimals than it should have stay to be seen. */
export function numberText(value: number | string, decimals: number, prefix = ''): string {
  if (typeof value === 'string') return value
  const rounded = value.toFixed(decimals)
  const digits = Number(rounded) === value ? rounded : String(value)
  return digits.startsWith('-') ? `-${prefix}${digits.slice(1)}` : `${prefix}${digits}`
}

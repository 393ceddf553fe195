/** A number for a field to show: '$2.50'. More decimals than it should have stay to be seen. */
export function numberText(value: number | string, decimals: number, prefix = ''): string {
  if (typeof value === 'string') return value
  const rounded = value.toFixed(decimals)
  const digits = Number(rounded) === value ? rounded : String(value)
  return digits.startsWith('-') ? `-${prefix}${digits.slice(1)}` : `${prefix}${digits}`
}

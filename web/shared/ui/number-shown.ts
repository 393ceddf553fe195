/** A number in a field: '$2.50'. Excess decimals stay visible. */
export function numberText(value: number | string, decimals: number, prefix = ''): string {
  if (typeof value === 'string') return value
  const rounded = value.toFixed(decimals)
  const digits = Number(rounded) === value ? rounded : String(value)
  return digits.startsWith('-') ? `-${prefix}${digits.slice(1)}` : `${prefix}${digits}`
}

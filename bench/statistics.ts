/** A measured figure and its target, as shown. */
export interface Figure {
  what: string
  figure: string
  wanted: string
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Three significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}

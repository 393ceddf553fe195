export function chance(share: number): boolean {
  return Math.random() < share
}

/** @param shares relative probability of each */
export function drawn<Name extends string>(shares: Record<Name, number>): Name {
  const all = Object.entries<number>(shares)
  let left = Math.random() * all.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share] of all) {
    left -= share
    if (left < 0) return name as Name
  }
  return all[0]?.[0] as Name
}

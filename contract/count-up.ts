/**
 * Next name in a series: counts up the last number and keeps its zeros, 'W-09' to 'W-10'; a name without a number gets
 * one. A name that would become too long stays unchanged.
 */
export function countedUp(name: string, steps: number, max: number): string {
  const number = name.match(/\d+/g)?.at(-1)
  const next = number === undefined ? `${name} ${steps + 1}` : counted(name, number, steps)
  return next.length > max ? name : next
}

function counted(name: string, number: string, steps: number): string {
  const at = name.lastIndexOf(number)
  const next = String(BigInt(number) + BigInt(steps)).padStart(number.length, '0')
  return name.slice(0, at) + next + name.slice(at + number.length)
}

/**
 * The next of a row of names: its last number is counted up and keeps its zeros, 'W-09' to 'W-10'; a name without
 * a number gets one. One that would be too long stays as it is.
 */
export function countedUp(name: string, steps: number, max: number): string {
  const number = name.match(/\d+(?=\D*$)/)?.[0]
  const next =
    number === undefined
      ? `${name} ${steps + 1}`
      : name.replace(
          /\d+(?=\D*$)/,
          String(BigInt(number) + BigInt(steps)).padStart(number.length, '0'),
        )
  return next.length > max ? name : next
}

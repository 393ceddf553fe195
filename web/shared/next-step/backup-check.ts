/** Text about the number of faults that the check of a backup found; below 0, no restore was possible. */
export function checkOf(faults: number) {
  if (faults < 0) return 'system.notRestored'
  return faults === 0 ? 'system.addsUp' : 'system.faults'
}

import type { Reporter, TestModule } from 'vitest/node'

const shown = 10
const msPerSecond = 1000

/** Prints the slowest test files at the end of a run. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length <= shown) return
    const slowest = modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, shown)
    console.log('\nSlowest test files:')
    for (const module of slowest) {
      console.log(`${secondsOf(module).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`)
    }
  }
}

/** With the time that its imports take. */
function secondsOf(module: TestModule): number {
  const { collectDuration, duration } = module.diagnostic()
  return (collectDuration + duration) / msPerSecond
}

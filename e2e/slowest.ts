import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const shown = 10

/** Prints the slowest tests and files at the end of a run. */
export default class Slowest implements Reporter {
  private readonly tests = new Map<string, number>()
  private readonly files = new Map<string, number>()

  printsToStdio(): boolean {
    return false
  }

  onTestEnd({ title, location }: TestCase, { duration }: TestResult): void {
    const file = relative(process.cwd(), location.file)
    add(this.tests, `${file}:${location.line} ${title}`, duration)
    add(this.files, file, duration)
  }

  onEnd(): void {
    if (this.tests.size <= shown) return
    print('Slowest tests', this.tests)
    print('Slowest files', this.files)
  }
}

function add(durations: Map<string, number>, name: string, duration: number): void {
  durations.set(name, (durations.get(name) ?? 0) + duration)
}

function print(heading: string, durations: Map<string, number>): void {
  const slowest = [...durations].sort(([, one], [, other]) => other - one).slice(0, shown)
  const lines = slowest.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`)
  console.log([`\n${heading}:`, ...lines].join('\n'))
}

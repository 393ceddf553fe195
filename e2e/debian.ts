import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether tests may install packages: as root on Debian. */
export const hasPackages = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** @returns whether they are installed */
export function installPackages(packages: string[]): boolean {
  const install = `apt-get install --yes --no-install-recommends ${packages.join(' ')}`
  return hasPackages && run('apt-get update') && run(install)
}

export function run(command: string): boolean {
  console.log(`The tests of the screens need more: ${command}`)
  const { status } = spawnSync(command, {
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}

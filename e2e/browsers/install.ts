import { existsSync } from 'node:fs'
import { installPackages } from '../debian.ts'

/** Packages, each with whether it is there. */
const packages: Record<string, () => boolean> = {
  'firefox-esr': () => existsSync('/usr/bin/firefox-esr'),
  'webkit2gtk-driver': () => existsSync('/usr/bin/WebKitWebDriver') && miniBrowser() !== undefined,
  xvfb: () => existsSync('/usr/bin/Xvfb'),
  'dbus-daemon': () => existsSync('/usr/bin/dbus-run-session'),
}

/** Comes with the library, in a folder of the processor and the version of the library. */
export function miniBrowser(): string | undefined {
  const folders = ['x86_64', 'aarch64'].flatMap((processor) =>
    ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-${version}`),
  )
  return folders.map((folder) => `${folder}/MiniBrowser`).find((path) => existsSync(path))
}

function installMissing() {
  const missing = Object.keys(packages).filter((name) => !packages[name]?.())
  if (missing.length === 0 || installPackages(missing)) return
  console.error(`These tests need Debian's packages: ${missing.join(' ')}`)
  process.exit(1)
}

if (import.meta.main) installMissing()

import { browserStorage } from '../storage/storage.ts'

/** Devices of the stickers scanned last in this browser, newest first, until sign-out. */
export const scannedName = 'scanned_machines'
const most = 20

type Scanned = [sticker: string, deviceId: string]

/** A sticker's number stays with its device. @returns undefined for one not scanned here recently */
export function deviceScannedBefore(sticker: string): string | undefined {
  return scannedMachines().find(([known]) => known === sticker)?.[1]
}

export function keepScanned(sticker: string, deviceId: string): void {
  const others = scannedMachines().filter(([known]) => known !== sticker)
  const scanned: Scanned[] = [[sticker, deviceId], ...others]
  browserStorage.set(scannedName, JSON.stringify(scanned.slice(0, most)))
}

function scannedMachines(): Scanned[] {
  return JSON.parse(browserStorage.get(scannedName) ?? '[]')
}

import { browserStorage } from '../storage/storage.ts'

/** The devices of the stickers that were scanned last in this browser, the newest first, until a sign-out. */
export const scannedName = 'scanned_machines'
const most = 20

type Scanned = [sticker: string, deviceId: string]

/** A sticker's number stays with its device. @returns undefined for one that was not scanned here lately */
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

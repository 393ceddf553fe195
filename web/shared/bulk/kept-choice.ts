import type { BulkChange, ChosenCodes, ChosenDevices } from '@coinless/contract/bulk-changes.ts'
import { getForAccount, setForAccount } from '../ui/account-storage.ts'

type Things = BulkChange['things']
type Chosen<T extends Things> = T extends 'devices' ? ChosenDevices : ChosenCodes

/** Stores the selection for the print screen: it is too long for a URL, and its search may be a prepaid code. */
export function keepChoice(things: Things, chosen: unknown): void {
  setForAccount(nameOf(things), JSON.stringify(chosen))
}

/** Last selection in this tab. */
export function keptChoice<T extends Things>(things: T): Chosen<T> | undefined {
  const text = getForAccount(nameOf(things))
  return text === null ? undefined : JSON.parse(text)
}

function nameOf(things: Things): string {
  return `chosen ${things}`
}

import { t } from '../../shared/texts/texts.ts'
import { zoneName } from '../../shared/ui/time-zone.ts'

/** If prices are not in the time zone of the place, as receipts and mails are. */
export function otherZoneNote(zone: string, placeZone: string | null): string | undefined {
  if (placeZone === null || zone === placeZone) return undefined
  return t('prices.otherZone', { zone: zoneName(placeZone) })
}

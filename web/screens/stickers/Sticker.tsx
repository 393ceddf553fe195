import type { Sticker as Facts } from '@coinless/contract/devices.ts'
import { groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import { Label } from '../../shared/printing/Label.tsx'
import { typed } from '../../shared/printing/origin.ts'
import type { Place, StickerSize } from '../../shared/printing/paper-sizes.ts'
import { t } from '../../shared/texts/texts.ts'
import { minutes, money } from '../../shared/ui/formats.ts'

interface StickerProps {
  facts: Facts
  origin: string
  size: StickerSize
  place: Place
}

export function Sticker({ facts, origin, size, place }: StickerProps) {
  const address = `${origin}/m/${facts.sticker_number}`
  const price = facts.has_one_price
    ? money(facts.price)
    : t('devices.priceFrom', { amount: money(facts.lowest_price) })
  const time = facts.programmes > 1 ? '' : minutes(facts.duration_minutes)
  return (
    <Label
      size={size}
      place={place}
      qrCode={{
        value: address,
        level: 'Q',
        title: t('stickers.qrCode', { number: facts.device_number }),
      }}
      below={typed(address)}
    >
      {(line) => (
        <>
          {line(facts.device_number, size.deviceNumber, 700)}
          {line(size.minutes > 0 || !time ? price : `${price} · ${time}`, size.price, 700)}
          {line(time, size.minutes)}
          {line(t('stickers.scan'), size.scan)}
          {line(groupedStickerNumber(facts.sticker_number), size.stickerNumber, 700)}
        </>
      )}
    </Label>
  )
}

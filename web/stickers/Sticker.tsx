import type { Sticker as Facts } from '@coinless/contract/devices.ts'
import { groupedStickerNumber } from '@coinless/contract/sticker-numbers.ts'
import { QRCodeSVG } from 'qrcode.react'
import { typeface } from '../printing/fitting.ts'
import { Line } from '../printing/Line.tsx'
import { millimetres } from '../printing/millimetres.ts'
import type { Place, StickerSize } from '../printing/papers.ts'
import classes from '../printing/Sheets.module.css'
import { t } from '../texts/texts.ts'
import { minutes, money } from '../ui/formats.ts'

/** Of the lines beside the QR code. */
const spaceBesides = 1.5

interface StickerProps {
  facts: Facts
  origin: string
  size: StickerSize
  place: Place
}

/** Millimetres throughout, which the preview may draw smaller: see Sheets.module.css. */
export function Sticker({ facts, origin, size, place }: StickerProps) {
  const address = `${origin}/m/${facts.sticker_number}`
  const width = size.width - 2 * size.padding
  const beside = width - size.qrCode - spaceBesides
  const price = facts.has_one_price
    ? money(facts.price)
    : t('devices.priceFrom', { amount: money(facts.lowest_price) })
  const time = facts.programmes > 1 ? '' : minutes(facts.duration_minutes)
  const line = (text: string, height: number, weight: 400 | 700 = 400, room = beside) =>
    height > 0 && <Line text={text} width={room} height={height} weight={weight} />
  return (
    <li
      className={classes.sticker}
      data-edge={size.hasEdge}
      style={{
        ...millimetres({ ...place, width: size.width, height: size.height, padding: size.padding }),
        fontFamily: typeface,
      }}
    >
      <div className={classes.top} style={millimetres({ columnGap: spaceBesides })}>
        <QRCodeSVG
          value={address}
          level="Q"
          marginSize={4}
          title={t('stickers.qrCode', { number: facts.device_number })}
          style={millimetres({ width: size.qrCode, height: size.qrCode })}
        />
        <div className={classes.lines}>
          {line(facts.device_number, size.deviceNumber, 700)}
          {line(size.minutes > 0 || !time ? price : `${price} · ${time}`, size.price, 700)}
          {line(time, size.minutes)}
          {line(t('stickers.scan'), size.scan)}
          {line(groupedStickerNumber(facts.sticker_number), size.stickerNumber, 700)}
        </div>
      </div>
      {line(address.replace(/^https?:\/\//, ''), size.address, 400, width)}
    </li>
  )
}

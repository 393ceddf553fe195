import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { QRCodeSVG } from 'qrcode.react'
import { memo } from 'react'
import { typeface } from '../printing/fitting.ts'
import { Line } from '../printing/Line.tsx'
import { millimetres } from '../printing/millimetres.ts'
import type { Place, StickerSize } from '../printing/papers.ts'
import classes from '../printing/Sheets.module.css'
import { t } from '../texts/texts.ts'
import { date, money } from '../ui/formats.ts'
import { lastDay } from './expiry.ts'

/** Of the lines beside the QR code. */
const spaceBesides = 1.5

interface CodeCardProps {
  code: PrepaidCode
  batch: Pick<CodeBatchState, 'origin' | 'run_by'>
  size: StickerSize
  place: Place
}

/** A card to cut out: whoever scans it pays with its code, which stands behind the '#' and reaches no log. */
export const CodeCard = memo(function CodeCard({ code, batch, size, place }: CodeCardProps) {
  const address = `${batch.origin}/payments#code=${code.code}`
  const width = size.width - 2 * size.padding
  const beside = width - size.qrCode - spaceBesides
  const end =
    code.expires_at && t('batches.until', { day: date(`${lastDay(code.expires_at)}T12:00:00`) })
  const line = (text: string | null, height: number, weight: 400 | 700 = 400, room = beside) =>
    text && height > 0 && <Line text={text} width={room} height={height} weight={weight} />
  const [half = '', rest = ''] = halvesOf(code.code)
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
          level="M"
          marginSize={4}
          title={t('stickers.qrCode', { number: code.code })}
          style={millimetres({ width: size.qrCode, height: size.qrCode })}
        />
        <div className={classes.lines}>
          {line(money(code.remaining_balance), size.price, 700)}
          {line(end, size.minutes || size.address)}
          {line(code.customer_name, size.scan)}
          {line(half, size.stickerNumber, 700)}
          {line(rest, size.stickerNumber, 700)}
        </div>
      </div>
      {line(batch.run_by, size.address, 400, width)}
    </li>
  )
})

/** A generated code in two lines of two groups, as it is read aloud. */
function halvesOf(code: string): string[] {
  const groups = code.split('-')
  if (groups.length !== 4) return [code]
  return [groups.slice(0, 2).join('-'), groups.slice(2).join('-')]
}

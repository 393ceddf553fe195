import type { CodeBatchState } from '@coinless/contract/prepaid-code-batches.ts'
import type { PrepaidCode } from '@coinless/contract/prepaid-codes.ts'
import { memo } from 'react'
import { Label } from '../../shared/printing/Label.tsx'
import { printedOrigin, typed } from '../../shared/printing/origin.ts'
import type { Place, StickerSize } from '../../shared/printing/paper-sizes.ts'
import { t } from '../../shared/texts/texts.ts'
import { date, money } from '../../shared/ui/formats.ts'
import { lastDay } from './expiry.ts'

interface CodeCardProps {
  code: PrepaidCode
  batch: Pick<CodeBatchState, 'origin' | 'run_by'>
  size: StickerSize
  place: Place
}

/** A card to cut out. Its QR code pays with the code, which follows the '#' so that no log contains it. */
export const CodeCard = memo(function CodeCard({ code, batch, size, place }: CodeCardProps) {
  const end =
    code.expires_at && t('batches.until', { day: date(`${lastDay(code.expires_at)}T12:00:00`) })
  const [half = '', rest = ''] = halvesOf(code.code)
  const origin = printedOrigin(batch)
  return (
    <Label
      size={size}
      place={place}
      qrCode={{
        value: `${origin}/payments#code=${code.code}`,
        level: 'M',
        title: t('stickers.qrCode', { number: code.code }),
      }}
      below={`${batch.run_by} · ${typed(origin)}`}
    >
      {(line) => (
        <>
          {line(money(code.remaining_balance), size.price, 700)}
          {line(end, size.minutes || size.address)}
          {line(code.customer_name, size.scan)}
          {line(t('batches.howToPay'), size.scan)}
          {line(half, size.stickerNumber, 700)}
          {line(rest, size.stickerNumber, 700)}
        </>
      )}
    </Label>
  )
})

/** A generated code in two lines of two groups, as it is read aloud. */
function halvesOf(code: string): string[] {
  const groups = code.split('-')
  if (groups.length !== 4) return [code]
  return [groups.slice(0, 2).join('-'), groups.slice(2).join('-')]
}

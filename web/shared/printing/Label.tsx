import { QRCodeSVG } from 'qrcode.react'
import type { ReactNode } from 'react'
import { Line } from './Line.tsx'
import { millimetres } from './millimetres.ts'
import type { Place, StickerSize } from './paper-sizes.ts'
import classes from './Sheets.module.css'

/** Space between the QR code and the lines beside it. */
const spaceBesides = 1.5

/** Draws nothing if the height is 0. */
type DrawLine = (text: string | null, height: number, weight?: 400 | 700) => ReactNode

interface LabelProps {
  size: StickerSize
  place: Place
  qrCode: { value: string; level: 'M' | 'Q'; title: string }
  /** Text below the rest, at full width. */
  below: string
  /** The lines beside the QR code. */
  children: (line: DrawLine) => ReactNode
}

/** A label to print and cut out. All lengths are in millimetres, which the preview may scale (Sheets.module.css). */
export function Label({ size, place, qrCode, below, children }: LabelProps) {
  const width = size.width - 2 * size.padding
  const drawLine =
    (room: number): DrawLine =>
    (text, height, weight = 400) =>
      text && height > 0 && <Line text={text} width={room} height={height} weight={weight} />
  return (
    <li
      className={classes.sticker}
      data-edge={size.hasEdge}
      style={millimetres({
        ...place,
        width: size.width,
        height: size.height,
        padding: size.padding,
      })}
    >
      <div className={classes.top} style={millimetres({ columnGap: spaceBesides })}>
        <QRCodeSVG
          {...qrCode}
          marginSize={4}
          style={millimetres({ width: size.qrCode, height: size.qrCode })}
        />
        <div className={classes.lines}>
          {children(drawLine(width - size.qrCode - spaceBesides))}
        </div>
      </div>
      {drawLine(width)(below, size.address)}
    </li>
  )
}

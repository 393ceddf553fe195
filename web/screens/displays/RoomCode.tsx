import { QRCodeSVG } from 'qrcode.react'
import { paths } from '../../shared/navigation/paths.ts'
import { printedOrigin, typed } from '../../shared/printing/origin.ts'
import { t } from '../../shared/texts/texts.ts'
import classes from './Display.module.css'
import type { ShownRoom } from './use-displayed-room.ts'

/** Opens the room on a phone. */
export function RoomCode({ room }: { room: ShownRoom }) {
  const address = printedOrigin(room) + paths.room(room.number)
  return (
    <figure className={classes.code}>
      <QRCodeSVG
        value={address}
        level="M"
        marginSize={2}
        title={t('stickers.qrCode', { number: room.location })}
        className={classes.qr}
      />
      <figcaption>
        {t('rooms.signScan')}
        <span className={classes.address}>{typed(address)}</span>
      </figcaption>
    </figure>
  )
}

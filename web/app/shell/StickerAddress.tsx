import { Redirect, useParams } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'

/** Redirects the address in the QR code on a machine, or typed from its sticker, to the payment. */
export function StickerAddress() {
  const { number = '' } = useParams()
  return <Redirect to={paths.payAtSticker(number)} replace />
}

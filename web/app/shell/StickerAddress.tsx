import { Navigate, useParams } from 'react-router'
import { paths } from '../../shared/navigation/paths.ts'

/** Redirects the address in the QR code on a machine, or typed from its sticker, to the payment. */
export function StickerAddress() {
  const { number = '' } = useParams()
  return <Navigate to={paths.payAtSticker(number)} replace />
}

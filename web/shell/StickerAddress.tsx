import { Navigate, useParams } from 'react-router'
import { paths } from '../navigation/paths.ts'

/** What the QR code on a machine says, or somebody has typed from its sticker. */
export function StickerAddress() {
  const { number = '' } = useParams()
  return <Navigate to={paths.payAtSticker(number)} replace />
}

import { Copy } from 'lucide-react'
import { t } from '../../shared/texts/texts.ts'
import { copyText } from '../../shared/ui/copy-text.ts'
import { IconButton } from '../../shared/ui/icon-actions.tsx'

export function CopyCode({ code }: { code: string }) {
  const says = { copied: t('prepaidCodes.copied'), failed: t('prepaidCodes.copyFailed') }
  return (
    <IconButton
      label={t('prepaidCodes.copyOne', { code })}
      Icon={Copy}
      onClick={() => void copyText(code, says)}
    />
  )
}

import { Button } from '@mantine/core'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from '../router/Link.tsx'
import { t } from '../texts/texts.ts'
import { paths } from './paths.ts'

interface ReportLinkProps {
  deviceId: string
  /** Payment that the report is about, if any. */
  paymentId?: string
}

/** Link from a machine or a payment to a problem report. */
export function ReportLink({ deviceId, paymentId }: ReportLinkProps) {
  return (
    <Button
      component={Link}
      to={paths.newReport(deviceId, paymentId)}
      variant="subtle"
      color="gray"
      leftSection={<MessageCircleWarning size={16} aria-hidden />}
    >
      {t('reports.wrong')}
    </Button>
  )
}

import { Button } from '@mantine/core'
import { MessageCircleWarning } from 'lucide-react'
import { Link } from 'react-router'
import { t } from '../texts/texts.ts'
import { paths } from './paths.ts'

interface ReportLinkProps {
  deviceId: string
  /** That it is about, where there is one. */
  paymentId?: string
}

/** Leads from a machine, or a payment there, to saying what is wrong with it. */
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

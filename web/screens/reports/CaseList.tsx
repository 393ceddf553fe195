import { CaseRows } from '../../shared/reports/CaseRows.tsx'
import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'

/** Reports about the user's machines. */
export default function CaseList() {
  return (
    <Page title={t('reports.cases')}>
      <CaseRows />
    </Page>
  )
}

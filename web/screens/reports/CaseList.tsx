import { t } from '../../shared/texts/texts.ts'
import { Page } from '../../shared/ui/Page.tsx'
import { CaseRows } from './CaseRows.tsx'

/** Reports about the user's machines. */
export default function CaseList() {
  return (
    <Page title={t('reports.cases')}>
      <CaseRows />
    </Page>
  )
}

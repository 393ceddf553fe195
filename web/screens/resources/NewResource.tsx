import { useLocation } from 'wouter'
import { calls } from '../../shared/calls/calls.ts'
import { callWithVersion } from '../../shared/calls/client.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { BackLink } from '../../shared/ui/BackLink.tsx'
import { Page } from '../../shared/ui/Page.tsx'
import { useWayBack } from '../../shared/ui/way-back.ts'
import { JsonForm } from './JsonForm.tsx'

const blank = '{\n  \n}'

export default function NewResource() {
  const [, navigate] = useLocation()
  const wayBack = useWayBack()
  return (
    <Page
      back={<BackLink to={paths.resources}>{t('resources.back')}</BackLink>}
      title={t('resources.new')}
      narrow
    >
      <JsonForm
        initial={blank}
        submitLabel={t('resources.create')}
        save={(body) => callWithVersion(calls.resources.create, { body })}
        saved={t('resources.created')}
        failed={t('resources.createFailed')}
        leave={({ id }) => navigate(paths.resource(id), { replace: true })}
        stay={({ id }) => navigate(paths.editResource(id), { replace: true })}
        cancel={() => wayBack(paths.resources)}
      />
    </Page>
  )
}

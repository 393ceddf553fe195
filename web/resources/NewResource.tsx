import { useNavigate } from 'react-router'
import { callWithVersion } from '../api.ts'
import { calls } from '../calls.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { Page } from '../ui/Page.tsx'
import { useWayBack } from '../ui/way-back.tsx'
import { JsonForm } from './JsonForm.tsx'

const blank = '{\n  \n}'

export default function NewResource() {
  const navigate = useNavigate()
  const wayBack = useWayBack()
  return (
    <Page title={t('resources.new')} narrow>
      <JsonForm
        initial={blank}
        submitLabel={t('resources.create')}
        save={(body) => callWithVersion(calls.resources.create, { body })}
        saved={t('resources.created')}
        failed={t('resources.createFailed')}
        done={({ id }, hasRest) =>
          navigate(hasRest ? paths.editResource(id) : paths.resource(id), { replace: true })
        }
        cancel={() => wayBack(paths.resources)}
      />
    </Page>
  )
}

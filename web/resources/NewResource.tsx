import { endpoints } from '@coinless/contract/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { Page } from '../ui/Page.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { useIfStillHere } from '../ui/use-if-still-here.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { JsonForm } from './JsonForm.tsx'

const blank = '{\n  \n}'

export default function NewResource() {
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const ifStillHere = useIfStillHere()
  const queryClient = useQueryClient()
  const creation = useMutation({
    mutationFn: (text: string) => call(endpoints.resources.create, { body: text }),
    onSuccess: ({ id }) => {
      showSuccess(t('resources.created'))
      void queryClient.invalidateQueries({ queryKey: ['resources'] })
      ifStillHere(() => navigate(paths.resource(id), { replace: true }))
    },
    onError: showFailure(t('resources.createFailed')),
  })
  return (
    <Page title={t('resources.new')} narrow>
      <JsonForm
        initial={blank}
        submitLabel={t('resources.create')}
        isSaving={creation.isPending}
        save={creation.mutate}
        cancel={() => wayBack(paths.resources)}
      />
    </Page>
  )
}

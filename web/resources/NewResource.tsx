import { endpoints } from '@coinless/contract/endpoints.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../api.ts'
import { showFailure } from '../failures.ts'
import { paths } from '../paths.ts'
import { t } from '../texts/texts.ts'
import { Page } from '../ui/Page.tsx'
import { showSuccess } from '../ui/toasts.ts'
import { JsonForm } from './JsonForm.tsx'

const blank = '{\n  \n}'

export default function NewResource() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const creation = useMutation({
    mutationFn: (text: string) => call(endpoints.resources.create, { body: text }),
    onSuccess: async ({ id }) => {
      showSuccess(t('resources.created'))
      await queryClient.invalidateQueries({ queryKey: ['resources'] })
      await navigate(paths.resource(id))
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
        cancel={() => navigate(paths.resources)}
      />
    </Page>
  )
}
